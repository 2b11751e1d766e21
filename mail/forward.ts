import { createAuthenticator } from './authenticate/authenticate.ts';
import { decoded, hasOneAuthor, readAuthor } from './authenticate/author.ts';
import { cachedResolver } from './authenticate/dns-cache.ts';
import { judge } from './authenticate/judge.ts';
import { type Copy, createDispatcher } from './dispatch.ts';
import { failureNotice } from './failure-notice.ts';
import type { Author, Findings } from './findings.ts';
import { fields, fieldValue } from './header.ts';
import { type Message, withHead } from './message.ts';
import type { Settings } from './options.ts';
import { type Flight, type Plan, planCopies } from './plan.ts';
import type { Body, Enqueued, FlightStep, MailPorts } from './ports.ts';
import { refuseLoops } from './receive/loops.ts';
import type { Accept, Transaction } from './receive/receiver.ts';
import { noticesOnly } from './receive/recipient.ts';
import { Refusal } from './receive/refusal.ts';
import { checkSpam } from './receive/spam-check.ts';
import { taken } from './report/words.ts';
import { createReturnedMail } from './returned-mail.ts';
import { rewriteHead } from './rewrite/rewrite.ts';
import type { Senders } from './rewrite/sender.ts';
import { signatureSeconds } from './sign-letter.ts';
import { nameOf } from './unheard.ts';

/** A message on its way through the stages. */
interface Job {
  message: Message;
  transaction: Transaction;
  author: Author;
  plan: Plan;
  /** Everything that is recorded of it. */
  flights: Flight[];
  /** Attempts that go on after our reply, and still read the message. */
  pending: Promise<unknown>[];
}

const BLOCKED = 'This address takes no mail from you';
const DROPPED = 'The address takes no mail, and its owner wants nobody to know';
const KNOWN = 'It has been here before: its sender had left without hearing so';

/**
 * What happens to a message between the end of its data and our reply, stage by stage:
 * screen (receive) -> answerReturned (report) -> authenticate -> approve -> rewrite -> deliver, or queue.
 */
export function createForwarder(ports: MailPorts, settings: Settings, senders: Senders): Accept {
  const { clock, recorder, log, signingKey, unheard } = ports;
  const { domain, hostname, trustedSealers, seal } = settings;
  const resolver = cachedResolver(ports.resolver);
  const authenticate = createAuthenticator({ resolver, hostname, trustedSealers, clock });
  const answerReturned = createReturnedMail(ports, settings);
  const dispatcher = createDispatcher(ports, settings);

  return async function forward(message, transaction) {
    const author = readAuthor(message.head);
    const plan = planCopies(transaction, author);
    const flights = [...plan.copies, ...plan.blocked, ...plan.dropped];
    const job: Job = { message, transaction, author, plan, flights, pending: [] };
    try {
      noteReceived(job);
      return await takeThrough(job);
    } catch (error) {
      if (error instanceof Refusal) {
        const { responseCode: code, enhanced, words } = error;
        note(flights, { step: 'refused', code, enhanced, words });
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
    const { message, transaction, author, plan } = job;
    screen(job);
    const reports = await answerReturned(message, transaction);
    if (plan.copies.length + plan.blocked.length === 0) {
      await dispatcher.store(reports);
      note(plan.dropped, { step: 'dropped', words: DROPPED });
      return taken(transaction.id);
    }
    const findings = await authenticate(message, author, transaction);
    const marks = await approve(job, findings);
    const name = () => nameOf(transaction, message.head, findings.bodyHash);
    if (unheard.knows(name)) {
      note(job.flights, { step: 'dropped', words: KNOWN });
      return taken(transaction.id);
    }
    const body = rewrite(job, findings, marks);
    const notices = [...reports, ...(await blockedNotices(job, findings))];
    const words = await deliver(job, findings, body, notices);
    note(plan.dropped, { step: 'dropped', words: DROPPED });
    if (transaction.isGone()) unheard.remember(name());
    return words;
  }

  /** Turns down what no stage after this one should see. */
  function screen({ message: { head }, transaction }: Job): void {
    if (!hasOneAuthor(head)) {
      throw new Refusal(550, '5.6.0', 'The message must have exactly one From field, of 16 KB at most');
    }
    // Who only asks whether our senders exist has got so far.
    if (transaction.from !== '' && transaction.recipients.some(({ kind }) => kind === 'bounce')) {
      throw noticesOnly();
    }
    const recipients = transaction.recipients.map((recipient) => recipient.address);
    refuseLoops(head, hostname, recipients);
  }

  /** Turns down what its recipients do not want, what is forged, and spam. Answers lines that mark the rest. */
  async function approve({ message, transaction, plan }: Job, findings: Findings): Promise<string[]> {
    const judgement = judge(findings);
    const { note: odd = '' } = judgement.kind === 'deliver' ? judgement : {};
    note([...plan.copies, ...plan.blocked], {
      step: 'checked',
      verdicts: findings.verdicts,
      ...(odd && { note: odd }),
    });
    if (judgement.kind === 'refuse') throw new Refusal(judgement.code, judgement.enhanced, judgement.words);
    if (plan.copies.length + plan.dropped.length === 0) throw new Refusal(550, '5.7.1', BLOCKED);
    if (settings.spamCheck === '') return [];
    return (await checkSpam(message, transaction, { url: settings.spamCheck, log })).headers;
  }

  /** The bytes that leave: our own lines on top, forged results out, the rest as it came. */
  function rewrite(job: Job, findings: Findings, marks: string[]): Body {
    const { message, transaction, plan } = job;
    const { client, id, recipients, from } = transaction;
    const [only] = recipients.length === 1 ? plan.copies : [];
    const hop = {
      helo: client.helo,
      address: client.address,
      protocol: transaction.utf8 ? client.protocol.replace(/^ESMTP/, 'UTF8SMTP') : client.protocol,
      by: hostname,
      id,
      recipient: only?.recipient ?? null,
      at: clock.now(),
    };
    const via = only?.local ?? domain;
    const { head, changes } = rewriteHead(message, findings, {
      domain,
      hostname,
      hop,
      marks,
      via,
      address: (author) => senders.via(author, via),
      seal,
      key: signingKey(),
      holds: signatureSeconds(settings.queueSeconds),
    });
    note(plan.copies, { step: 'changed', changes: from === '' ? changes : ['sender', ...changes] });
    return withHead(message, head);
  }

  /** One of several recipients does not want the mail: its sender hears so, if it is known to be the sender. */
  async function blockedNotices({ message, transaction, plan }: Job, { verdicts }: Findings): Promise<Enqueued[]> {
    const toSender = verdicts.senderVouched;
    note(plan.blocked, { step: 'returned', toSender, enhanced: '5.7.1', words: BLOCKED });
    if (!toSender) return [];
    const { head } = message;
    return Promise.all(
      plan.blocked.map(({ recipient }) => {
        const failure = { to: transaction.from, recipient, enhanced: '5.7.1', head, reason: BLOCKED };
        return failureNotice(ports, settings, failure);
      }),
    );
  }

  async function deliver(job: Job, findings: Findings, body: Body, notices: Enqueued[]): Promise<string> {
    const { message, transaction, plan } = job;
    const { verdicts } = findings;
    const utf8 = transaction.utf8 && message.head.some((byte) => byte > 127);
    const copies = await Promise.all(
      plan.copies.map(async ({ id, key, recipient, to, local }): Promise<Copy> => {
        const from = await senders.write({ sender: transaction.from, recipient: local });
        return { parcel: { id, from, to, body, utf8 }, recipient, key };
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
      author: decoded(author.value),
      subject: subject ? decoded(fieldValue(head, subject)) : '',
      client: transaction.client.address,
      size: body.size,
    } as const;
    for (const { id, key, recipient } of flights) recorder.note(id, { ...received, key, recipient });
  }

  function note(flights: Flight[], step: FlightStep): void {
    for (const { id } of flights) recorder.note(id, step);
  }
}
