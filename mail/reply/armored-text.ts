/** Lines of base64 without a space: the shortest that a program writes for a key, a certificate or a file. */
const RUN = /[A-Za-z0-9+/]{20,}={0,2}(?:\r?\n[A-Za-z0-9+/]+={0,2})*/g;

/**
 * Yields, as Latin-1, what base64 inside a text encodes: OpenPGP keys (RFC 9580 6.2), PEM certificates (RFC 7468), files in
 * `data:` links. If the text continues an earlier one, a run at its start may begin in the middle of a group of four.
 */
export function* decodedRuns(text: string, continues: boolean): Generator<string> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const characters = run.replace(/[\r\n]+/g, '');
    const offsets = continues && index === 0 ? [0, 1, 2, 3] : [0];
    for (const offset of offsets) yield Buffer.from(characters.slice(offset), 'base64').toString('latin1');
  }
}
