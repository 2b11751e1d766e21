import { type Authenticate, createAuthenticator } from './authenticate/authenticate.ts';
import { hasOneAuthor, readFromField } from './authenticate/from-field.ts';
import { allowsList } from './authenticate/mailing-list.ts';
import { createAutoReplier } from './auto-reply/send-auto-reply.ts';
import { failureNotice } from './bounces/failure-notice.ts';
import { createBounceHandler } from './bounces/returned-bounce.ts';
import { messageKey } from './delivery/dedup.ts';
import { createDispatcher, type RecipientCopy } from './delivery/deliver-or-queue.ts';
import { acceptedText } from './dsn/reply-texts.ts';
import { applyDmarcPolicy, type DmarcDecision } from './filter/dmarc-policy.ts';
import { rejectLoops } from './filter/loops.ts';
import { checkSpam } from './filter/spam.ts';
import {
  type DeliveryRef,
  type ExpandedRecipients,
  expandRecipients,
  keepAllowed,
  oncePerDelivery,
} from './forward/expand-recipients.ts';
import { createReplyCopies } from './forward/reply-copies.ts';
import { createRewriter, type Marks, type RewrittenCopies } from './forward/rewrite-copies.ts';
import type { DeliveryStep } from './host/recorder.ts';
import type { MailHost } from './host.ts';
import type { AuthenticationResult, Author } from './message/authentication-result.ts';
import { fields, fieldValue } from './message/header.ts';
import { decodeEncodedWords } from './message/mailbox.ts';
import { discardMessage, type Message } from './message/message.ts';
import type { Enqueued } from './message/queued-message.ts';
import { SmtpReplyError } from './message/smtp-reply-error.ts';
import type { Settings } from './options.ts';
import { MessageIds } from './reply/message-ids.ts';
import { dmarcFailureHeader } from './rewrite/dmarc-failure-header.ts';
import { withForwardedTo } from './rewrite/forwarded-to.ts';
import type { Srs } from './rewrite/srs.ts';
import { bouncesOnly, repliesOnly } from './smtp-in/checks/recipient.ts';
import { createThreadMemory } from './submission/thread-memory.ts';
import type { Accept, Transaction } from './transaction.ts';

/** A message and its state between the stages. */
interface Job {
  message: Message;
  transaction: Transaction;
  author: Author;
  plan: ExpandedRecipients;
  /** The deliveries that are recorded. */
  deliveries: DeliveryRef[];
  /** Attempts that continue after our reply and still read the message. */
  pending: Promise<unknown>[];
}

/** The result of the filters for a message that is not rejected. */
interface Approval extends Marks {
  /** The reason why it is rejected for some recipients; empty if for none. */
  refusedFor: string;
}

export const BLOCKED_TEXT = 'This address does not accept mail from you';
const DROPPED_TEXT = 'The recipient discards mail without notice to the sender';
const DUPLICATE_TEXT = 'The message was accepted before: its sender had disconnected before our reply';

/**
 * Processes a message from the end of DATA to our reply, stage by stage: screen (loops) -> handleBounce (bounces) ->
 * authenticate -> approve (DMARC policy, spam) -> rewrite -> deliver or queue. `authenticateOwn` replaces the check by DNS.
 */
export function createPipeline(host: MailHost, settings: Settings, srs: Srs, authenticateOwn?: Authenticate): Accept {
  const { clock, recorder, log, duplicates, resolver } = host;
  const { hostname, trustedSealers } = settings;
  const authenticate = authenticateOwn ?? createAuthenticator({ resolver, hostname, trustedSealers, clock });
  const handleBounce = createBounceHandler(host, settings);
  const dispatcher = createDispatcher(host, settings);
  const messageIds = new MessageIds({ ...settings, tokens: host.senderTokens, clock });
  const replyCopies = createReplyCopies(host, settings, messageIds);
  const rewriteCopies = createRewriter(host, settings, { srs, replyCopies });
  const replyAutomatically = createAutoReplier(host, settings);
  const threads = createThreadMemory(host, settings);

  return async function forward(message, transaction) {
    const author = readFromField(message.head);
    const plan = expandRecipients(transaction, author);
    const deliveries = oncePerDelivery([...plan.copies, ...plan.blocked, ...plan.dropped]);
    const job: Job = { message, transaction, author, plan, deliveries, pending: [] };
    try {
      recordReceived(job);
      return await runStages(job);
    } catch (error) {
      if (error instanceof SmtpReplyError) {
        const { responseCode: code, enhanced, text } = error;
        note(deliveries, { step: 'refused', code, enhanced, text });
      }
      throw error;
    } finally {
      const discard = () => discardMessage(message, transaction.id, log);
      if (job.pending.length > 0) void Promise.allSettled(job.pending).then(discard);
      else await discard();
    }
  };

  async function runStages(job: Job): Promise<string> {
    const { message, transaction, author } = job;
    screen(job);
    const reports = await handleBounce(message, transaction);
    const { plan } = job;
    if (plan.copies.length + plan.blocked.length === 0) {
      await dispatcher.store(reports);
      note(plan.dropped, { step: 'dropped', text: DROPPED_TEXT });
      return acceptedText(transaction.id);
    }
    const authentication = await authenticate(message, author, transaction);
    const approval = await approve(job, authentication);
    const name = () => messageKey(transaction, message.head, authentication.bodyHash);
    if (duplicates.isDuplicate(name)) {
      note(job.deliveries, { step: 'dropped', text: DUPLICATE_TEXT });
      return acceptedText(transaction.id);
    }
    const rewritten = await rewriteCopies({ message, transaction, copies: job.plan.copies, authentication, approval });
    const notices = [...reports, ...(await refusedNotices(job, authentication, approval))];
    const text = await deliver(job, authentication, rewritten, notices);
    const marked = approval.excused || approval.marks.length > 0;
    const isLocal = authenticateOwn !== undefined;
    replyAutomatically({ head: message.head, transaction, authentication, plan: job.plan, marked, isLocal });
    note(plan.dropped, { step: 'dropped', text: DROPPED_TEXT });
    replyCopies.recordAuthor(job.plan.copies, authentication);
    void threads.received(job.plan.copies, message.head);
    if (transaction.isGone()) duplicates.remember(name());
    return text;
  }

  /** Rejects malformed messages, misuse of return addresses and loops. */
  function screen({ message: { head }, transaction }: Job): void {
    if (!hasOneAuthor(head)) {
      throw new SmtpReplyError(550, '5.6.0', 'The message must have exactly one From field, of 16 KB at most');
    }
    // RCPT accepts every sender, for sender verification and responders. Only the latter may send a message.
    if (transaction.from !== '' && transaction.recipients.some(({ kind }) => kind === 'bounce')) {
      throw bouncesOnly();
    }
    // The reply pipeline has taken replies of owners. Other mail, such as that between two handles, must not use a reply
    // address.
    if (transaction.recipients.some(({ kind }) => kind === 'reply')) throw repliesOnly();
    const recipients = transaction.recipients.map((recipient) => recipient.address);
    rejectLoops(head, hostname, recipients);
  }

  /** Rejects blocked senders, mail that fails DMARC, and spam. */
  async function approve(job: Job, authentication: AuthenticationResult): Promise<Approval> {
    const { message, transaction } = job;
    const decision = applyDmarcPolicy(authentication);
    noteChecked(job.plan, authentication, decision);
    const { refusedFor, listAllowed } = keepRecipients(job, decision);
    if (job.plan.copies.length + job.plan.dropped.length === 0) throw new SmtpReplyError(550, '5.7.1', BLOCKED_TEXT);
    const excusedBy = listAllowed ? `excused by the mailing list ${decision.list}, which the recipient allowed` : '';
    const reason = excusedBy || (decision.kind === 'deliver' ? decision.mark : '');
    const marks = reason === '' ? [] : [dmarcFailureHeader(reason)];
    const excused = listAllowed || (decision.kind === 'deliver' && decision.excused);
    if (settings.spamCheck === '') return { marks, excused, refusedFor };
    const { headers } = await checkSpam(message, transaction, { url: settings.spamCheck, log });
    return { marks: [...marks, ...headers], excused, refusedFor };
  }

  /**
   * Removes recipients for whom the message is rejected; throws if none is left. `listAllowed`: all remaining recipients
   * allow its mailing list.
   */
  function keepRecipients(job: Job, decision: DmarcDecision): { refusedFor: string; listAllowed: boolean } {
    const allowed = keepAllowed(job.plan, (lists) => allowsList(lists, decision.list));
    const isForAll = allowed.copies.length > 0 && allowed.refused.length === 0;
    if (decision.kind === 'deliver') return { refusedFor: '', listAllowed: isForAll };
    const { code, enhanced, text } = decision;
    // A temporary rejection applies to all recipients: a retry must not reach some of them twice.
    if (allowed.copies.length === 0 || (code < 500 && !isForAll)) throw new SmtpReplyError(code, enhanced, text);
    job.plan = allowed;
    return { refusedFor: text, listAllowed: true };
  }

  function noteChecked(
    { copies, blocked }: ExpandedRecipients,
    { verdicts }: AuthenticationResult,
    decision: DmarcDecision,
  ): void {
    const { note: odd = '' } = decision.kind === 'deliver' ? decision : {};
    const { list = '' } = decision.kind === 'refuse' && decision.code >= 500 ? decision : {};
    note(oncePerDelivery([...copies, ...blocked]), {
      step: 'checked',
      verdicts,
      ...(odd && { note: odd }),
      ...(list && { list }),
    });
  }

  /** One failure notice for each reason why recipients do not get the message; only if the sender is verified. */
  async function refusedNotices(
    { message, transaction, plan }: Job,
    { verdicts }: AuthenticationResult,
    { refusedFor }: Approval,
  ): Promise<Enqueued[]> {
    const toSender = verdicts.senderVouched;
    const { head } = message;
    const notices = [
      ...plan.blocked.map((delivery) => ({ delivery, reason: BLOCKED_TEXT })),
      ...plan.refused.map((delivery) => ({ delivery, reason: refusedFor })),
    ];
    for (const { delivery, reason } of notices) {
      note([delivery], { step: 'returned', toSender, enhanced: '5.7.1', text: reason });
    }
    if (!toSender) return [];
    const failure = { to: transaction.from, enhanced: '5.7.1', head, messageId: transaction.id };
    return Promise.all(
      [...Map.groupBy(notices, ({ reason }) => reason)].map(([reason, together]) => {
        const recipients = together.map(({ delivery: { recipient } }) => recipient);
        return failureNotice(host, settings, { ...failure, recipients, reason });
      }),
    );
  }

  async function deliver(
    job: Job,
    authentication: AuthenticationResult,
    groups: RewrittenCopies[],
    notices: Enqueued[],
  ): Promise<string> {
    const { message, transaction, plan } = job;
    const { verdicts } = authentication;
    const copies = await Promise.all(
      groups.flatMap(({ copies: group, message: { body, utf8 } }, nr) => {
        // The copies of handles that need no header of their own come first.
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

  function recordReceived({ message: { head, body }, transaction, author, deliveries }: Job): void {
    if (deliveries.length === 0) return;
    const subject = fields(head).find(({ name }) => name === 'subject');
    const received = {
      step: 'received',
      sender: transaction.from,
      author: decodeEncodedWords(author.value),
      subject: subject ? decodeEncodedWords(fieldValue(head, subject)) : '',
      client: transaction.client.address,
      size: body.size,
    } as const;
    for (const { id, key, recipient } of deliveries) recorder.record(id, { ...received, key, recipient });
  }

  function note(deliveries: DeliveryRef[], step: DeliveryStep): void {
    for (const { id } of deliveries) recorder.record(id, step);
  }
}
