/** An email address, even in a URL. A package of a scope in a path has a slash before its @. */
const ADDRESS = /[\w+=}~-](?:@|%40)[a-z0-9-]+(?:\.[a-z0-9-]+)+/i;

/**
 * Returns each line of a log with an email address of any form, or with one of the texts: names, subjects, tokens or addresses that
 * a run used and that docs/operate.md ("Logs") keeps out of the log. Capital and small letters are the same.
 */
export function personalLines(log: string, texts: Iterable<string | RegExp> = []): string[] {
  const known = [...texts].map((text) => (text instanceof RegExp ? text : text.toLowerCase()));
  return log.split('\n').filter((line) => {
    const small = line.toLowerCase();
    return (
      ADDRESS.test(line) || known.some((text) => (text instanceof RegExp ? text.test(line) : small.includes(text)))
    );
  });
}

/** Throws if the log of a process has an email address. */
export function requireNoAddress(log: string): void {
  const lines = personalLines(log);
  if (lines.length > 0) throw new Error(`the log has email addresses:\n${lines.slice(0, 5).join('\n')}`);
}
