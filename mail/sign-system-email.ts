import { BodyHash } from './message/body-hash.ts';
import { headerEnd } from './message/header.ts';
import { type DkimSignOptions, dkimSignature } from './rewrite/dkim-sign.ts';

const DAY = 86_400;

/** A message of our own with a DKIM signature on top. */
export function signSystemEmail(bytes: Buffer, signing: DkimSignOptions): Buffer {
  const end = headerEnd(bytes);
  const hash = new BodyHash('relaxed');
  hash.update(bytes.subarray(end));
  const signature = dkimSignature(bytes.subarray(0, end), hash.digest('base64'), signing);
  return Buffer.concat([Buffer.from(signature), bytes]);
}

/** How long a signature of ours holds: until the queue has given up, and a day more for clocks and slow readers. */
export function signatureSeconds(queueSeconds: number): number {
  return queueSeconds + DAY;
}
