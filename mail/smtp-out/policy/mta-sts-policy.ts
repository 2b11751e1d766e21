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
  const lines = linesOf(text);
  if (!lines) return null;
  const fields = new Map<string, string>();
  const mx: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0) continue;
    const key = trimBlanks(line.slice(0, colon));
    const value = trimBlanks(line.slice(colon + 1));
    if (key === 'mx') mx.push(value.toLowerCase());
    // If a field name is repeated, the first field applies.
    else if (!fields.has(key)) fields.set(key, value);
  }
  const mode = fields.get('mode');
  const age = fields.get('max_age') ?? '';
  if (fields.get('version') !== 'STSv1' || !/^\d{1,10}$/.test(age)) return null;
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return null;
  if (mode !== 'none' && (mx.length === 0 || !mx.every((name) => PATTERN.test(name)))) return null;
  return { mode, mx, maxAge: Math.min(Number(age), MAX_AGE_SECONDS) };
}

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Splits at CRLF, LF or CR; null if the text has another control character. */
function linesOf(text: string): string[] | null {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === CR) {
      // Empty lines are skipped, so CRLF needs no special case.
      if (at > start) lines.push(text.slice(start, at));
      start = at + 1;
    } else if ((code < SPACE && code !== TAB) || (code >= 0x7f && code <= 0x9f)) return null;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** Trims spaces and tabs. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** Returns the id in the TXT records at `_mta-sts` (RFC 8461 3.1); null unless there is exactly one policy. */
export function policyId(records: string[][]): string | null {
  const found = records.map((parts) => parts.join('')).filter((text) => /^v=STSv1[ \t]*;/.test(text));
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  return /;[ \t]*id=([a-z0-9]{1,32})[ \t]*(;|$)/i.exec(only)?.[1] ?? null;
}

/** Returns whether a policy lists a host (RFC 8461 4.1): `*.` matches exactly one label. */
export function coversHost({ mx }: MtaStsPolicy, name: string): boolean {
  const above = name.slice(name.indexOf('.') + 1);
  return mx.some((pattern) =>
    pattern.startsWith('*.') ? name.includes('.') && pattern.slice(2) === above : pattern === name,
  );
}
