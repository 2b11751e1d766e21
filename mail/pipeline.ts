import { isAscii } from 'node:buffer';
import { createAuthenticator } from './authenticate/authenticate.ts';
import { decodeEncodedWords, hasOneAuthor, readFromField } from './authenticate/from-field.ts';
import { allowsList } from './authenticate/mailing-list.ts';
import { nameOf } from './dedup.ts';
import { createDispatcher, type RecipientCopy } from './deliver-or-queue.ts';
import { taken } from './dsn/reply-texts.ts';
import { type DeliveryRef, type ExpandedRecipients, expandRecipients, keepAllowed } from './expand-recipients.ts';
import { failureNotice } from './failure-notice.ts';
import { applyDmarcPolicy, type DmarcDecision } from './filter/dmarc-policy.ts';
import { rejectLoops } from './filter/loops.ts';
import { checkSpam } from './filter/spam.ts';
import type { DeliveryStep } from './host/recorder.ts';
import type { MailHost } from './host.ts';
import { isInternational } from './message/address.ts';
import type { AuthenticationResult, Author } from './message/authentication-result.ts';
import type { Body } from './message/body.ts';
import { fields, fieldValue } from './message/header.ts';
import { type Message, withHead } from './message/message.ts';
import type { Enqueued } from './message/queued-message.ts';
import { SmtpReplyError } from './message/smtp-reply-error.ts';
import type { Settings } from './options.ts';
import { createReturnedMail } from './returned-bounce.ts';
import { dmarcFailureHeader } from './rewrite/dmarc-failure-header.ts';
import { forwardedToLine, withForwardedTo } from './rewrite/forwarded-to.ts';
import { rewriteHead } from './rewrite/rewrite.ts';
import type { Srs } from './rewrite/srs.ts';
import { signatureSeconds } from './sign-system-email.ts';
import type { Accept, Transaction } from './smtp-in/receiver.ts';
import { bouncesOnly } from './smtp-in/recipient.ts';

/** A message on its way through the stages. */
interface Job {
  message: Message;
  transaction: Transaction;
  author: Author;
  plan: ExpandedRecipients;
  /** Everything that is recorded of it. */
  flights: DeliveryRef[];
  /** Attempts that go on after our reply, and still read the message. */
  pending: Promise<unknown>[];
}

/** What is decided about a message that goes on. */
interface Approval {
  /** Lines of ours for the top of the header, without line ends. */
  marks: string[];
  /** From becomes ours although DMARC failed. */
  excused: boolean;
  /** Why it is refused for some of its recipients; empty where it is for none. */
  refusedFor: string;
}

/** A message as it leaves, but for what each copy has of its own. */
interface Leaving {
  body: Body;
  /** The header needs SMTPUTF8 at the next server (RFC 6531). */
  utf8: boolean;
}

const BLOCKED = 'This address takes no mail from you';
const DROPPED = 'The address takes no mail, and its owner wants nobody to know';
const KNOWN = 'It has been here before: its sender had left without hearing so';

/**
 * What happens to a message between the end of its data and our reply, stage by stage:
 * screen (receive) -> answerReturned (report) -> authenticate -> approve -> rewrite -> deliver, or queue.
 */
export function createForwarder(ports: MailHost, settings: Settings, senders: Srs): Accept {
  const { clock, recorder, log, signingKey, duplicates: unheard, resolver } = ports;
  const { domain, hostname, trustedSealers, seal } = settings;
  const authenticate = createAuthenticator({ resolver, hostname, trustedSealers, clock });
  const answerReturned = createReturnedMail(ports, settings);
  const dispatcher = createDispatcher(ports, settings);

  return async function forward(message, transaction) {
    const author = readFromField(message.head);
    const plan = expandRecipients(transaction, author);
    const flights = [...plan.copies, ...plan.blocked, ...plan.dropped];
    const job: Job = { message, transaction, author, plan, flights, pending: [] };
    try {
      noteReceived(job);
      return await takeThrough(job);
    } catch (error) {
      if (error instanceof SmtpReplyError) {
        const { responseCode: code, enhanced, text: words } = error;
        note(flights, { step: 'refused', code, enhanced, text: words });
      }
      throw error;
    } finally {
      const discard = () =>
        message.discard().catch((error) => log.warn({ err: error, id: transaction.id }, 'a spool file stays behind'));
      // Whatever becomes of the file, the reply is about the mail.
      if (job.pending.length > 0) void Promise.allSettled(job.pending).then(discard);
      else await discard();
    }
  };

  async function takeThrough(job: Job): Promise<string> {
    const { message, transaction, author } = job;
    screen(job);
    const reports = await answerReturned(message, transaction);
    const { plan } = job;
    if (plan.copies.length + plan.blocked.length === 0) {
      await dispatcher.store(reports);
      note(plan.dropped, { step: 'dropped', text: DROPPED });
      return taken(transaction.id);
    }
    const findings = await authenticate(message, author, transaction);
    const approval = await approve(job, findings);
    const name = () => nameOf(transaction, message.head, findings.bodyHash);
    if (unheard.isDuplicate(name)) {
      note(job.flights, { step: 'dropped', text: KNOWN });
      return taken(transaction.id);
    }
    const leaving = rewrite(job, findings, approval);
    const notices = [...reports, ...(await refusedNotices(job, findings, approval))];
    const words = await deliver(job, findings, leaving, notices);
    note(plan.dropped, { step: 'dropped', text: DROPPED });
    if (transaction.isGone()) unheard.remember(name());
    return words;
  }

  /** Turns down what no stage after this one should see. */
  function screen({ message: { head }, transaction }: Job): void {
    if (!hasOneAuthor(head)) {
      throw new SmtpReplyError(550, '5.6.0', 'The message must have exactly one From field, of 16 KB at most');
    }
    // Who only asks whether our senders exist has got so far.
    if (transaction.from !== '' && transaction.recipients.some(({ kind }) => kind === 'bounce')) {
      throw bouncesOnly();
    }
    const recipients = transaction.recipients.map((recipient) => recipient.address);
    rejectLoops(head, hostname, recipients);
  }

  /** Rejects what its recipients do not want, what is forged, and spam. */
  async function approve(job: Job, findings: AuthenticationResult): Promise<Approval> {
    const { message, transaction } = job;
    const judgement = applyDmarcPolicy(findings);
    noteChecked(job.plan, findings, judgement);
    const { refusedFor, listAllowed } = keepRecipients(job, judgement);
    if (job.plan.copies.length + job.plan.dropped.length === 0) throw new SmtpReplyError(550, '5.7.1', BLOCKED);
    const excusedBy = listAllowed ? `excused by the mailing list ${judgement.list}, which the recipient allowed` : '';
    const reason = excusedBy || (judgement.kind === 'deliver' ? judgement.mark : '');
    const marks = reason === '' ? [] : [dmarcFailureHeader(reason)];
    const excused = listAllowed || (judgement.kind === 'deliver' && judgement.excused);
    if (settings.spamCheck === '') return { marks, excused, refusedFor };
    const { headers } = await checkSpam(message, transaction, { url: settings.spamCheck, log });
    return { marks: [...marks, ...headers], excused, refusedFor };
  }

  /**
   * Drops the recipients for whom a message is refused; throws where nobody is left. `listAllowed`: all who are left
   * have allowed its mailing list.
   */
  function keepRecipients(job: Job, judgement: DmarcDecision): { refusedFor: string; listAllowed: boolean } {
    const allowed = keepAllowed(job.plan, (lists) => allowsList(lists, judgement.list));
    const isForAll = allowed.copies.length > 0 && allowed.refused.length === 0;
    if (judgement.kind === 'deliver') return { refusedFor: '', listAllowed: isForAll };
    const { code, enhanced, text: words } = judgement;
    // "Not now" is for everybody: a sender who comes again must not reach some of them twice.
    if (allowed.copies.length === 0 || (code < 500 && !isForAll)) throw new SmtpReplyError(code, enhanced, words);
    job.plan = allowed;
    return { refusedFor: words, listAllowed: true };
  }

  function noteChecked(
    { copies, blocked }: ExpandedRecipients,
    { verdicts }: AuthenticationResult,
    judgement: DmarcDecision,
  ): void {
    const { note: odd = '' } = judgement.kind === 'deliver' ? judgement : {};
    const { list = '' } = judgement.kind === 'refuse' && judgement.code >= 500 ? judgement : {};
    note([...copies, ...blocked], { step: 'checked', verdicts, ...(odd && { note: odd }), ...(list && { list }) });
  }

  /** The bytes that leave: our own lines on top, forged results out, the rest as it came. */
  function rewrite(job: Job, findings: AuthenticationResult, { marks, excused }: Approval): Leaving {
    const { message, transaction, plan } = job;
    const { client, id, recipients, from } = transaction;
    const [only] = recipients.length === 1 ? plan.copies : [];
    const hop = {
      helo: client.helo,
      address: client.address,
      protocol: transaction.utf8 ? client.protocol.replace(/^ESMTP/, 'UTF8SMTP') : client.protocol,
      by: hostname,
      id,
      // Our line alone must not make the header need SMTPUTF8, which the next server may not know.
      recipient: only && (!isInternational(only.recipient) || !isAscii(message.head)) ? only.recipient : null,
      at: clock.now(),
    };
    const via = only?.local ?? domain;
    const forwardedTo = plan.copies.length === 1 ? forwardedToLine(plan.copies[0]?.recipient ?? '') : '';
    const { head, changes } = rewriteHead(message, findings, {
      domain,
      hostname,
      hop,
      extraFields: forwardedTo === '' ? marks : [...marks, forwardedTo],
      excused,
      via,
      address: (author) => senders.via(author, via),
      seal,
      key: signingKey(),
      signatureLifetime: signatureSeconds(settings.queueSeconds),
    });
    note(plan.copies, { step: 'changed', changes: from === '' ? changes : ['sender', ...changes] });
    return { body: withHead(message, head), utf8: transaction.utf8 && !isAscii(head) };
  }

  /** Notices that some of several recipients do not get the message, if the sender is known to be the sender. */
  async function refusedNotices(
    { message, transaction, plan }: Job,
    { verdicts }: AuthenticationResult,
    { refusedFor }: Approval,
  ): Promise<Enqueued[]> {
    const toSender = verdicts.senderVouched;
    const { head } = message;
    const notices = [
      ...plan.blocked.map((flight) => ({ flight, reason: BLOCKED })),
      ...plan.refused.map((flight) => ({ flight, reason: refusedFor })),
    ];
    for (const { flight, reason } of notices) {
      note([flight], { step: 'returned', toSender, enhanced: '5.7.1', text: reason });
    }
    if (!toSender) return [];
    return Promise.all(
      notices.map(({ flight: { recipient }, reason }) => {
        const failure = { to: transaction.from, recipient, enhanced: '5.7.1', head, reason };
        return failureNotice(ports, settings, failure);
      }),
    );
  }

  async function deliver(
    job: Job,
    findings: AuthenticationResult,
    { body, utf8 }: Leaving,
    notices: Enqueued[],
  ): Promise<string> {
    const { message, transaction, plan } = job;
    const { verdicts } = findings;
    const copies = await Promise.all(
      plan.copies.map(async ({ id, key, recipient, to, local }): Promise<RecipientCopy> => {
        const from = await senders.write({ sender: transaction.from, recipient: local });
        const own = plan.copies.length === 1 ? body : withForwardedTo(body, recipient);
        return { parcel: { id, from, to, body: own, utf8 }, recipient, key };
      }),
    );
    const keep = (attempt: Promise<unknown>) => void job.pending.push(attempt);
    const dispatch = { transaction, verdicts, body, head: message.head, copies, keep };
    const atOnce = notices.length === 0 && (copies.length === 1 || !verdicts.authenticated);
    return atOnce && copies.length > 0 ? dispatcher.inSession(dispatch) : dispatcher.byQueue(dispatch, notices);
  }

  function noteReceived({ message: { head, body }, transaction, author, flights }: Job): void {
    if (flights.length === 0) return;
    const subject = fields(head).find(({ name }) => name === 'subject');
    const received = {
      step: 'received',
      sender: transaction.from,
      author: decodeEncodedWords(author.value),
      subject: subject ? decodeEncodedWords(fieldValue(head, subject)) : '',
      client: transaction.client.address,
      size: body.size,
    } as const;
    for (const { id, key, recipient } of flights) recorder.record(id, { ...received, key, recipient });
  }

  function note(flights: DeliveryRef[], step: DeliveryStep): void {
    for (const { id } of flights) recorder.record(id, step);
  }
}
