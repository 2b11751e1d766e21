import { type Hop, receivedLine } from './received.ts';
import { forgedResults } from './results.ts';

/** The header that leaves: our Received on top, forged results out, every other byte as it came. */
export function rewriteHead(head: Buffer, hop: Hop, ownNames: string[]): Buffer {
  const parts: Buffer[] = [Buffer.from(receivedLine(hop))];
  let from = 0;
  for (const field of forgedResults(head, ownNames)) {
    parts.push(head.subarray(from, field.start));
    from = field.end;
  }
  parts.push(head.subarray(from));
  return Buffer.concat(parts);
}
