import type { Body } from '../message/body.ts';
import { headerEnd } from '../message/header.ts';
import { readStart } from '../message/message.ts';
import { originalHead } from './failure-notice.ts';

/**
 * Returns the original header of a stored message, or an empty one if it cannot be read: the failure notice must be
 * sent anyway.
 */
export async function originalHeaderOf(body: Body, maxBytes: number): Promise<Buffer> {
  try {
    const start = await readStart(body, maxBytes);
    return originalHead(start.subarray(0, headerEnd(start)));
  } catch {
    return Buffer.alloc(0);
  }
}
