import type { Transport } from '../host/transport.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import type { LeasedCopy } from '../message/queued-message.ts';
import { withForwardedTo } from '../rewrite/forwarded-to.ts';

/** Timeout of an attempt up to the final dot, in milliseconds; after it the SMTP timeouts apply. */
const ATTEMPT_TIME = 300_000;

/** One of the inboxes to which a copy may go. */
export interface Place {
  to: string;
  backup: boolean;
}

/** Delivers to the first inbox, or to the second one if no server was contacted for the first. */
export async function tryPlaces(
  transport: Pick<Transport, 'deliver'>,
  { id, messageId, from, recipient, body: stored, utf8, traffic }: LeasedCopy,
  { first, other }: { first: Place; other?: Place },
  stop: AbortSignal,
): Promise<{ result: DeliveryResult; backup: boolean }> {
  const late = new AbortController();
  // A single copy was stored with its X-Forwarded-To field already; sent mail has none.
  const body = messageId === id || traffic === 'sent' ? stored : withForwardedTo(stored, recipient);
  // Cleared after the attempt; otherwise thousands of timers would stay alive for minutes.
  const timer = setTimeout(() => late.abort(), ATTEMPT_TIME);
  const watch = { signal: AbortSignal.any([stop, late.signal]), onDot: () => {} };
  const at = async ({ to, backup }: Place) => ({
    result: await transport.deliver({ id, from, to, body, utf8, ...(traffic && { traffic }) }, watch),
    backup,
  });
  try {
    const tried = await at(first);
    const isUntried = tried.result.kind === 'deferred' && tried.result.untried === true;
    return isUntried && other && !watch.signal.aborted ? await at(other) : tried;
  } finally {
    clearTimeout(timer);
  }
}
