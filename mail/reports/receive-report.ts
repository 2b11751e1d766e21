import { createAuthenticator } from '../authenticate/authenticate.ts';
import { hasOneAuthor, readFromField } from '../authenticate/from-field.ts';
import { acceptedText } from '../dsn/reply-texts.ts';
import type { ComplaintTarget } from '../host/report-store.ts';
import type { MailHost } from '../host.ts';
import { asciiDomain, splitAddress } from '../message/address.ts';
import { type MailReport, MalformedReport } from '../message/mail-report.ts';
import { discardMessage, type Message, readStart } from '../message/message.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { DAY_SECONDS } from '../message/time.ts';
import type { Settings } from '../options.ts';
import type { Srs } from '../rewrite/srs.ts';
import { isRole } from '../smtp-in/checks/recipient.ts';
import type { Accept, AcceptedRecipient, Transaction } from '../transaction.ts';
import { isFeedback, MAX_REPORT_MESSAGE, mayBeReport } from './may-be-report.ts';
import { ReportPool, ReportWorkerEnded, TooManyReports } from './report-pool.ts';

/** Limits per reporting domain. A reporter sends a few reports a day, but a separate message for each complaint. */
const REPORTS_A_DAY = 200;
const COMPLAINTS_A_DAY = 2000;

/** One thread for all connections of a process. */
const pool = new ReportPool();

/**
 * Why a message is not stored as a report: the reason for the log, and the reply to a sender who wrote to a report
 * address.
 */
interface NotAReport {
  reason: string;
  reply: SmtpReplyError;
}

const acceptedHere = (domain: string) => `This address accepts DMARC and TLS reports on ${domain} only`;

function refusedReport(reason: string, domain: string): NotAReport {
  const text = `The report cannot be accepted: ${reason}. ${acceptedHere(domain)}`;
  return { reason, reply: new SmtpReplyError(550, '5.6.0', text) };
}

/**
 * Stores reports about our mail before they reach `accept`: DMARC and TLS reports to the report and role addresses,
 * feedback reports to role and return addresses. Other mail to role and return addresses is processed as usual; other
 * mail to a report address is rejected.
 */
export function withReports(accept: Accept, host: MailHost, settings: Settings, srs: Srs): Accept {
  const { clock, counters, directory, log, reports, resolver } = host;
  const { domain, hostname, trustedSealers } = settings;
  const authenticate = createAuthenticator({ resolver, hostname, trustedSealers, clock });

  return async function receive(message, transaction) {
    const { recipients, id } = transaction;
    let isPassedOn = false;
    try {
      const refused = await storeReport(message, transaction);
      const isStored = refused === null;
      const feedback = isFeedback(message.head);
      const rest = recipients.filter((recipient) =>
        isStored ? !takesReport(recipient, feedback) : recipient.kind !== 'report',
      );
      if (rest.length > 0) {
        if (rest.length < recipients.length && !isStored) {
          log.info({ event: 'mail.report.dropped', id }, 'mail to a report address is not a report');
        }
        isPassedOn = true;
        return await accept(message, { ...transaction, recipients: rest });
      }
      if (refused) throw refused.reply;
      return acceptedText(id);
    } finally {
      if (!isPassedOn) await discardMessage(message, id, log);
    }
  };

  /**
   * Stores the report in a message and returns null, or returns why the message has no acceptable report. Throws a
   * temporary failure.
   */
  async function storeReport(message: Message, transaction: Transaction): Promise<NotAReport | null> {
    const { head, body } = message;
    const { id, recipients } = transaction;
    const feedback = isFeedback(head);
    const none = (why: string): NotAReport => ({
      reason: why,
      reply: new SmtpReplyError(550, '5.7.1', `${acceptedHere(domain)}, ${why}: write to postmaster`),
    });
    if (!recipients.some((recipient) => takesReport(recipient, feedback)) || !mayBeReport(head)) {
      return none('and your message has none');
    }
    const ignored = (refusal: NotAReport, reporter = '') => {
      const { reason } = refusal;
      log.info({ event: 'mail.report.ignored', id, reason, reporter }, 'a message is not accepted as a report');
      return refusal;
    };
    if (!hasOneAuthor(head)) return ignored(refusedReport('not exactly one From field', domain));
    const author = readFromField(head);
    const reporter = asciiDomain(splitAddress(author.addresses[0] ?? '')?.domain.toLowerCase() ?? '');
    if (body.size > MAX_REPORT_MESSAGE) {
      return ignored(
        refusedReport(`the message is larger than ${MAX_REPORT_MESSAGE / 1024 ** 2} MB`, domain),
        reporter,
      );
    }
    const { authorVouched, hasDnsError } = await authenticate(message, author, transaction);
    const isReportOnly = recipients.every(({ kind }) => kind === 'report');
    if (!authorVouched || author.addresses.length !== 1) {
      if (hasDnsError && isReportOnly) {
        throw new SmtpReplyError(451, '4.7.0', 'The sender cannot be verified at the moment, please try again');
      }
      return ignored(none('from senders that pass SPF or DKIM'), reporter);
    }
    // Counted before the report is read, because reading is the expensive step.
    const kind = feedback ? 'complaints' : 'reports';
    const max = feedback ? COMPLAINTS_A_DAY : REPORTS_A_DAY;
    if (!counters.take(`${kind} of ${reporter}`, max, DAY_SECONDS)) {
      const text = 'Too many reports from your domain today, please try again tomorrow';
      const reply = new SmtpReplyError(451, '4.7.1', text);
      if (isReportOnly) throw reply;
      return ignored({ reason: 'too many reports', reply }, reporter);
    }
    const report = await read(message, id, reporter);
    if (report === null) return none('and your message has none');
    if ('reply' in report) return ignored(report, reporter);
    try {
      const result = await reports.store({ reporter, ...(await attribute(report, transaction)) });
      log.info({ event: 'mail.report.received', id, kind: report.kind, reporter, result }, 'a report was received');
      return null;
    } catch (error) {
      log.error({ event: 'mail.report.store_failed', err: error, id, reporter }, 'a report could not be stored');
      throw new SmtpReplyError(451, '4.3.0', 'The report could not be stored, please try again');
    }
  }

  /** Returns the report in a message, null if the message has no report, or the reason why it cannot be read. */
  async function read({ head, body }: Message, id: string, reporter: string): Promise<MailReport | NotAReport | null> {
    try {
      return await pool.read(async () => ({ message: await readStart(body, MAX_REPORT_MESSAGE), head, domain }));
    } catch (error) {
      if (error instanceof MalformedReport) return refusedReport(error.message, domain);
      if (error instanceof TooManyReports) {
        throw new SmtpReplyError(451, '4.3.2', 'Too many reports are being read, please try again in a few minutes');
      }
      if (!(error instanceof ReportWorkerEnded)) throw error;
      log.error(
        { event: 'mail.report.worker_ended', err: error, id, reporter },
        'a report ended the thread that read it',
      );
      // Permanent, because the same message would also end the next worker.
      return refusedReport('reading it takes too much time or memory', domain);
    }
  }

  /**
   * Finds the handle that a complaint is about by one of our return addresses, or else by the signed author. A
   * complaint about a sent copy is identified by that copy, so each copy adds one complaint at most.
   */
  async function attribute(
    report: MailReport,
    { recipients }: Transaction,
  ): Promise<{ report: MailReport; about: ComplaintTarget | null }> {
    if (report.kind !== 'feedback') return { report, about: null };
    const named = await Promise.all(report.returnAddresses.map(readOwn));
    const origins = [...recipients.filter((recipient) => recipient.kind === 'bounce'), ...named];
    for (const origin of origins) {
      if (origin?.sent) {
        const { key, id } = origin.sent;
        return { report: { ...report, id }, about: { key, traffic: 'sent', isProven: true } };
      }
      if (origin && origin.recipient !== '')
        return { report, about: await target(origin.recipient, 'forwarded', true) };
    }
    const author = localPart(report.claimedAuthor);
    return { report, about: author === null ? null : await target(author, 'sent', false) };
  }

  async function readOwn(address: string) {
    const local = localPart(address);
    const own = local === null ? null : await srs.read(local);
    return own?.valid ? own : null;
  }

  async function target(
    local: string,
    traffic: ComplaintTarget['traffic'],
    isProven: boolean,
  ): Promise<ComplaintTarget | null> {
    const { key } = await directory.resolve(local.toLowerCase());
    return key === undefined ? null : { key, traffic, isProven };
  }

  /** Returns the local part of one of our addresses; null for any other address. */
  function localPart(address: string): string | null {
    const parts = splitAddress(address);
    return parts && asciiDomain(parts.domain.toLowerCase()) === domain ? parts.local : null;
  }
}

/**
 * Returns whether a recipient accepts reports. A return address accepts only complaints, which go to the return address
 * of the message in question.
 */
function takesReport(recipient: AcceptedRecipient, feedback: boolean): boolean {
  if (recipient.kind === 'forward') return isRole(recipient);
  return recipient.kind === 'report' || (feedback && recipient.kind === 'bounce');
}
