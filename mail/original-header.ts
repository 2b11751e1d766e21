import { originalHead } from './failure-notice.ts';
import type { Body } from './message/body.ts';
import { headerEnd } from './message/header.ts';
import { beginningOf } from './returned-bounce.ts';

/**
 * The header as its sender had sent it, of a stored message. Empty where the bytes cannot be read any more: its sender
 * must hear of the failure all the same.
 */
export async function originalHeaderOf(body: Body, most: number): Promise<Buffer> {
  try {
    const start = await beginningOf(body, most);
    return originalHead(start.subarray(0, headerEnd(start)));
  } catch {
    return Buffer.alloc(0);
  }
}
