import { BodyHash } from '../message/body-hash.ts';
import { headerEnd } from '../message/header.ts';
import { DAY_SECONDS } from '../message/time.ts';
import { type DkimSignOptions, dkimSignature } from './dkim-sign.ts';

/** Adds a DKIM signature to one of our own messages. */
export function signSystemEmail(bytes: Buffer, signing: DkimSignOptions): Buffer {
  const end = headerEnd(bytes);
  const hash = new BodyHash('relaxed');
  hash.update(bytes.subarray(end));
  const signature = dkimSignature(bytes.subarray(0, end), hash.digest('base64'), signing);
  return Buffer.concat([Buffer.from(signature), bytes]);
}

/**
 * Returns the validity of our signatures in seconds: the queue lifetime plus a day for clock skew and slow receivers.
 */
export function signatureSeconds(queueSeconds: number): number {
  return queueSeconds + DAY_SECONDS;
}
