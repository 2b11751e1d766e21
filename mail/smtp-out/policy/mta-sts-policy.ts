/** MTA-STS policy of a domain (RFC 8461 3.2). */
export interface MtaStsPolicy {
  mode: 'enforce' | 'testing' | 'none';
  /** Host patterns; `*.` matches one label. */
  mx: string[];
  /** Lifetime in seconds. */
  maxAge: number;
}

const MAX_AGE_SECONDS = 31_557_600;
const PATTERN = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Parses a policy file (RFC 8461 3.2) in linear time; null if it is invalid. */
export function parsePolicy(text: string): MtaStsPolicy | null {
  // Control characters other than tabs and line ends.
  if (/(?![\t\r\n])\p{Cc}/u.test(text)) return null;
  const fields = new Map<string, string>();
  const mx: string[] = [];
  for (const line of text.split(/[\r\n]/)) {
    if (!line.includes(':')) continue;
    const colon = line.indexOf(':');
    const key = trimBlanks(line.slice(0, colon));
    const value = trimBlanks(line.slice(colon + 1));
    if (key === 'mx') mx.push(value.toLowerCase());
    // If a field name is repeated, the first field applies.
    else if (!fields.has(key)) fields.set(key, value);
  }
  const mode = fields.get('mode');
  const age = String(fields.get('max_age'));
  if (fields.get('version') !== 'STSv1' || !/^\d{1,10}$/.test(age)) return null;
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return null;
  if (mode !== 'none' && (mx.length === 0 || !mx.every((name) => PATTERN.test(name)))) return null;
  return { mode, mx, maxAge: Math.min(Number(age), MAX_AGE_SECONDS) };
}

/** Trims spaces and tabs. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start++;
  while (isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

/** Returns the id in the TXT records at `_mta-sts` (RFC 8461 3.1); null unless there is exactly one policy. */
export function policyId(records: string[][]): string | null {
  const found = records.map((parts) => parts.join('')).filter((text) => /^v=STSv1[ \t]*;/.test(text));
  return found.length === 1 ? (/;[ \t]*id=([a-z0-9]{1,32})[ \t]*(;|$)/i.exec(found.join())?.[1] ?? null) : null;
}

/** Returns whether a policy lists a host (RFC 8461 4.1): `*.` matches exactly one label. */
export function coversHost({ mx }: MtaStsPolicy, name: string): boolean {
  const above = name.slice(name.indexOf('.') + 1);
  return mx.some((pattern) =>
    pattern.startsWith('*.') ? name.includes('.') && pattern.slice(2) === above : pattern === name,
  );
}
