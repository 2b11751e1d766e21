import type { Dispatcher, RecipientCopy } from '../delivery/deliver-or-queue.ts';
import type { Enqueued } from '../message/queued-message.ts';
import { withForwardedTo } from '../rewrite/forwarded-to.ts';
import type { Srs } from '../rewrite/srs.ts';
import { oncePerDelivery } from './expand-recipients.ts';
import type { AuthenticatedJob } from './job.ts';
import type { RewrittenCopies } from './rewrite-copies.ts';

/**
 * Delivers or queues the copies, each with a separate return address, together with notices. Returns the text of the
 * 250 reply.
 */
export async function deliverCopies(
  { dispatcher, srs }: { dispatcher: Dispatcher; srs: Srs },
  job: AuthenticatedJob,
  groups: RewrittenCopies[],
  notices: Enqueued[],
): Promise<string> {
  const {
    message,
    transaction,
    plan,
    authentication: { verdicts },
  } = job;
  const copies = await Promise.all(
    groups.flatMap(({ copies: group, message: { body, utf8 } }, nr) => {
      // Copies for handles that need no separate header come first.
      const shared = { id: nr === 0 ? transaction.id : (group[0]?.id ?? ''), body };
      return group.map(async (copy): Promise<RecipientCopy> => {
        const { id: delivery, copyId: id, to, key, recipient, local, inbox } = copy;
        const from = await srs.write({ sender: transaction.from, recipient: local });
        const ofCopy = group.length === 1 ? body : withForwardedTo(body, recipient);
        return { message: { id, from, to, body: ofCopy, utf8 }, delivery, recipient, key, inbox, shared };
      });
    }),
  );
  const onPending = (attempt: Promise<unknown>) => void job.pending.push(attempt);
  const dispatch = { transaction, verdicts, head: message.head, copies, onPending };
  const isOneRecipient = oncePerDelivery(plan.copies).length === 1;
  const canDeliverNow = notices.length === 0 && (isOneRecipient || !verdicts.authenticated);
  return canDeliverNow && copies.length > 0
    ? dispatcher.deliverNow(dispatch)
    : dispatcher.enqueueAll(dispatch, notices);
}
