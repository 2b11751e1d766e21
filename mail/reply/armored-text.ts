/** The shortest first line of base64 that a program writes for a key, a certificate or a file. */
const MIN_LINE = 20;

/**
 * Yields, as Latin-1, the decoded base64 runs inside a text: OpenPGP keys (RFC 9580 6.2), PEM certificates (RFC 7468),
 * files in `data:` links. If the text continues an earlier text, base64 at its start may begin in the middle of a group
 * of four.
 */
export function* decodedRuns(text: string, continues: boolean): Generator<string> {
  // Padding ends a run, and so does an empty line.
  for (const [at, run] of text.split(/[^A-Za-z0-9+/\r\n]+|\r?\n\r?\n/).entries()) {
    if (run.length < MIN_LINE) continue;
    const lines = run.split(/\r?\n/);
    const first = lines.findIndex((line) => line.length >= MIN_LINE);
    if (first < 0) continue;
    const characters = lines.slice(first).join('');
    const offsets = continues && at === 0 && first === 0 ? [0, 1, 2, 3] : [0];
    for (const offset of offsets) yield Buffer.from(characters.slice(offset), 'base64').toString('latin1');
  }
}
