const STATES = ['pass', 'exception', 'not applicable'];

/**
 * Returns a line for each row of the table of ASVS rules that has an unknown state, occurs twice, or passes without naming a
 * file that shows it; and the counts by state if the page states different ones.
 */
export function faultyAsvsRows(page: string, markdown: string): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (const line of markdown.split('\n')) {
    const [, rule, state = '', shown = ''] =
      /^\| (\d+\.\d+\.\d+) \|[^|]*\|[^|]*\| ([^|]*) \| ([^|]*) \|$/.exec(line) ?? [];
    if (!rule) {
      if (/^\| \d/.test(line)) faults.push(`${page}: malformed row ${line}`);
      continue;
    }
    if (seen.has(rule)) faults.push(`${page}: ${rule} occurs twice`);
    seen.add(rule);
    if (!STATES.includes(state)) faults.push(`${page}: ${rule} has the unknown state ${state}`);
    if (!(state === 'pass' ? /`[\w.*-]+(?:\/[\w.*-]+)*`|\]\(/ : /\w/).test(shown)) {
      faults.push(`${page}: ${rule} states no ${state === 'pass' ? 'file' : 'reason'}`);
    }
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  for (const state of STATES) {
    const line = `| ${state} | ${counts.get(state) ?? 0} |`;
    if (!markdown.includes(line)) faults.push(`${page}: the summary lacks the row ${line}`);
  }
  return faults;
}
