/** What a domain demands of who sends to it (RFC 8461 3.2). */
export interface Policy {
  mode: 'enforce' | 'testing' | 'none';
  /** Names of its servers; `*.` stands for one label. */
  mx: string[];
  /** Seconds it may be kept. */
  maxAge: number;
}

const LONGEST_AGE = 31_557_600;
const PATTERN = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Reads a policy file; null when it is none. */
export function parsePolicy(text: string): Policy | null {
  const fields = new Map<string, string>();
  const mx: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, key = '', value = ''] = /^([a-z0-9_.-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/i.exec(line) ?? [];
    if (key === 'mx') mx.push(value.toLowerCase());
    // Of fields that come twice, the first counts.
    else if (key !== '' && !fields.has(key)) fields.set(key, value);
  }
  const mode = fields.get('mode');
  const age = fields.get('max_age') ?? '';
  if (fields.get('version') !== 'STSv1' || !/^\d{1,10}$/.test(age)) return null;
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return null;
  if (mode !== 'none' && (mx.length === 0 || !mx.every((name) => PATTERN.test(name)))) return null;
  return { mode, mx, maxAge: Math.min(Number(age), LONGEST_AGE) };
}

/** The id in the TXT records at `_mta-sts` (RFC 8461 3.1); null when there is no policy, or more than one. */
export function policyId(records: string[][]): string | null {
  const found = records.map((parts) => parts.join('')).filter((text) => /^v=STSv1[ \t]*;/.test(text));
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  return /;[ \t]*id=([a-z0-9]{1,32})[ \t]*(;|$)/i.exec(only)?.[1] ?? null;
}

/** Whether a policy names a server (RFC 8461 4.1): `*.` matches exactly one label. */
export function namesServer({ mx }: Policy, name: string): boolean {
  const above = name.slice(name.indexOf('.') + 1);
  return mx.some((pattern) =>
    pattern.startsWith('*.') ? name.includes('.') && pattern.slice(2) === above : pattern === name,
  );
}
