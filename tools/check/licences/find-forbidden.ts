import type { LicenceException } from './policy.ts';

/** The part of package-lock.json that the check reads. */
export interface Lock {
  packages: Record<string, { license?: string }>;
}

interface Policy {
  allowed: string[];
  exceptions: LicenceException[];
}

/**
 * Returns a line for each package whose licence is neither allowed nor an exception, and for each exception without a use.
 * `shipped` has the paths of the packages that a release contains.
 */
export function findForbidden(
  { packages }: Lock,
  shipped: { has(path: string): boolean },
  { allowed, exceptions }: Policy,
): string[] {
  const faults = new Set<string>();
  const used = new Set<LicenceException>();
  for (const [path, { license = '' }] of Object.entries(packages)) {
    // The empty path is Nameplate itself.
    if (path === '') continue;
    const name = path.split('node_modules/').at(-1) ?? path;
    const mayHave = (licence: string) => {
      if (allowed.includes(licence)) return true;
      const exception = exceptions.find((one) => one.licence === licence && isNamed(one.package, name));
      if (!exception || (!exception.shipped && shipped.has(path))) return false;
      used.add(exception);
      return true;
    };
    if (!satisfies(license, mayHave))
      faults.add(`${name}: ${license || 'no licence'}${shipped.has(path) ? ', in a release' : ''}`);
  }
  for (const one of exceptions) {
    if (!used.has(one)) faults.add(`${one.package}: the exception for ${one.licence || 'no licence'} has no use`);
  }
  return [...faults].sort();
}

const isNamed = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/**
 * Evaluates an SPDX expression: AND binds closer than OR. An exception introduced by WITH is part of the identifier.
 */
function satisfies(expression: string, mayHave: (licence: string) => boolean): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [''];
  let at = 0;
  const either = (): boolean => {
    let holds = both();
    while (tokens[at] === 'OR') {
      at += 1;
      // The right side is always read, to advance.
      holds = both() || holds;
    }
    return holds;
  };
  const both = (): boolean => {
    let holds = one();
    while (tokens[at] === 'AND') {
      at += 1;
      holds = one() && holds;
    }
    return holds;
  };
  const one = (): boolean => {
    let token = tokens[at++] ?? '';
    if (token === '(') {
      const holds = either();
      return tokens[at++] === ')' && holds;
    }
    if (tokens[at] === 'WITH') {
      token += ` WITH ${tokens[at + 1]}`;
      at += 2;
    }
    return mayHave(token);
  };
  const holds = either();
  return holds && at === tokens.length;
}
