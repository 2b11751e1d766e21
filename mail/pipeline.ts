import { type Authenticate, createAuthenticator } from './authenticate/authenticate.ts';
import { readFromField } from './authenticate/from-field.ts';
import { createAutoReplier } from './auto-reply/send-auto-reply.ts';
import { createBounceHandler } from './bounces/returned-bounce.ts';
import { messageKey } from './delivery/dedup.ts';
import { createDispatcher } from './delivery/deliver-or-queue.ts';
import { acceptedText } from './dsn/reply-texts.ts';
import { approve } from './forward/approve.ts';
import { deliverCopies } from './forward/deliver-copies.ts';
import { type Job, note, planJob, recordReceived } from './forward/job.ts';
import { refusedNotices } from './forward/refused-notices.ts';
import { createReplyCopies } from './forward/reply-copies.ts';
import { createRewriter } from './forward/rewrite-copies.ts';
import { screen } from './forward/screen.ts';
import type { MailHost } from './host.ts';
import { discardMessage } from './message/message.ts';
import { SmtpReplyError } from './message/smtp-reply-error.ts';
import type { Settings } from './options.ts';
import { MessageIds } from './reply/message-ids.ts';
import type { Srs } from './rewrite/srs.ts';
import { createThreadMemory } from './submission/thread-memory.ts';
import type { Accept } from './transaction.ts';

const DROPPED_TEXT = 'The recipient discards mail without notice to the sender';
const DUPLICATE_TEXT = 'The message was accepted before: its sender had disconnected before our reply';

/**
 * Creates the function that processes a message from the end of DATA to our reply. `authenticateOwn` replaces the DNS
 * checks for mail that another handle, or this server, sent.
 */
export function createPipeline(host: MailHost, settings: Settings, srs: Srs, authenticateOwn?: Authenticate): Accept {
  const { clock, recorder, log, duplicates, resolver } = host;
  const { hostname, trustedSealers } = settings;
  const authenticate = authenticateOwn ?? createAuthenticator({ resolver, hostname, trustedSealers, clock });
  const isLocal = authenticateOwn !== undefined;
  const handleBounce = createBounceHandler(host, settings);
  const dispatcher = createDispatcher(host, settings);
  const messageIds = new MessageIds({ ...settings, tokens: host.senderTokens, clock });
  const replyCopies = createReplyCopies(host, settings, messageIds);
  const rewriteCopies = createRewriter(host, settings, { srs, replyCopies });
  const replyAutomatically = createAutoReplier(host, settings);
  const threads = createThreadMemory(host, settings);

  return async function forward(message, transaction) {
    const job = planJob(message, transaction, readFromField(message.head));
    try {
      recordReceived(recorder, job);
      return await runStages(job);
    } catch (error) {
      if (error instanceof SmtpReplyError) {
        const { responseCode: code, enhanced, text } = error;
        note(recorder, job.deliveries, { step: 'refused', code, enhanced, text });
      }
      throw error;
    } finally {
      const discard = () => discardMessage(message, transaction.id, log);
      if (job.pending.length > 0) void Promise.allSettled(job.pending).then(discard);
      else await discard();
    }
  };

  /** Runs the stages in order. Each may reject the message with the reply noted beside it. */
  async function runStages(received: Job): Promise<string> {
    const { message, transaction, author, plan } = received;
    // 550 5.6.0, 5.7.1: not one author, misuse of a return or reply address; 554 5.4.6: a loop.
    screen(received, hostname);
    // 451 4.7.1: too many reports for one sender.
    const reports = await handleBounce(message, transaction);
    if (plan.copies.length + plan.blocked.length === 0) {
      await dispatcher.store(reports);
      note(recorder, plan.dropped, { step: 'dropped', text: DROPPED_TEXT });
      return acceptedText(transaction.id);
    }
    const authentication = await authenticate(message, author, transaction);
    const job = Object.assign(received, { authentication });
    // 550 5.7.1: blocked, DMARC, spam; 451: DNS failed, or the spam check asks for a retry.
    const approval = await approve(host, settings, job);
    const name = () => messageKey(transaction, message.head, authentication.bodyHash);
    if (duplicates.isDuplicate(name)) {
      note(recorder, job.deliveries, { step: 'dropped', text: DUPLICATE_TEXT });
      return acceptedText(transaction.id);
    }
    // 451 4.3.0: the reply addresses cannot be stored.
    const rewritten = await rewriteCopies({ ...job, copies: job.plan.copies, approval });
    const notices = [...reports, ...(await refusedNotices(host, settings, job, approval.refusedFor))];
    // 250; 550 and 451 according to the destination's reply; 451 4.3.0, 452 4.3.1: the message cannot be stored.
    const text = await deliverCopies({ dispatcher, srs }, job, rewritten, notices);
    const marked = approval.excused || approval.marks.length > 0;
    replyAutomatically({ head: message.head, transaction, authentication, plan: job.plan, marked, isLocal });
    note(recorder, plan.dropped, { step: 'dropped', text: DROPPED_TEXT });
    replyCopies.recordAuthor(job.plan.copies, authentication);
    void threads.received(job.plan.copies, message.head);
    if (transaction.isGone()) duplicates.remember(name());
    return text;
  }
}
