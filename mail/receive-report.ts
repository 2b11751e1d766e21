import { createAuthenticator } from './authenticate/authenticate.ts';
import { hasOneAuthor, readFromField } from './authenticate/from-field.ts';
import { acceptedText } from './dsn/reply-texts.ts';
import type { ComplaintTarget } from './host/report-store.ts';
import type { MailHost } from './host.ts';
import { asciiDomain, splitAddress } from './message/address.ts';
import { type MailReport, MalformedReport } from './message/mail-report.ts';
import { discardMessage, type Message, readStart } from './message/message.ts';
import { SmtpReplyError } from './message/smtp-reply-error.ts';
import type { Settings } from './options.ts';
import { isFeedback, MAX_REPORT_MESSAGE, mayBeReport, readReport } from './reports/read-report.ts';
import type { Srs } from './rewrite/srs.ts';
import { isRole } from './smtp-in/checks/recipient.ts';
import type { Accept, AcceptedRecipient, Transaction } from './transaction.ts';

/** Reports of one domain. A reporter sends a few a day; complaints come one by one. */
const REPORTS_A_DAY = 200;
const COMPLAINTS_A_DAY = 2000;
const DAY = 86_400;

const notAReport = (domain: string) =>
  new SmtpReplyError(
    550,
    '5.7.1',
    `This address accepts DMARC and TLS reports on ${domain} only, from senders that pass SPF or DKIM: write to postmaster`,
  );

/**
 * Stores reports about our mail before they reach `accept`: DMARC and TLS reports to the report and role addresses, feedback
 * reports to role and return addresses. Other mail to role and return addresses is processed as usual; to a report address
 * it is rejected.
 */
export function withReports(accept: Accept, host: MailHost, settings: Settings, srs: Srs): Accept {
  const { clock, counters, directory, log, reports, resolver } = host;
  const { domain, hostname, trustedSealers } = settings;
  const authenticate = createAuthenticator({ resolver, hostname, trustedSealers, clock });
  let last: Promise<unknown> = Promise.resolve();

  return async function receive(message, transaction) {
    const { recipients, id } = transaction;
    let isPassedOn = false;
    try {
      const isStored = await storeReport(message, transaction);
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
      if (!isStored) throw notAReport(domain);
      return acceptedText(id);
    } finally {
      if (!isPassedOn) await discardMessage(message, id, log);
    }
  };

  /** Returns whether the message is a report that is stored now. Throws a temporary failure if it could not be stored. */
  async function storeReport(message: Message, transaction: Transaction): Promise<boolean> {
    const { head, body } = message;
    const { id, recipients } = transaction;
    const feedback = isFeedback(head);
    if (!recipients.some((recipient) => takesReport(recipient, feedback)) || !mayBeReport(head)) return false;
    const ignored = (reason: string, reporter: string) => {
      log.info({ event: 'mail.report.ignored', id, reason, reporter }, 'a message is not accepted as a report');
      return false;
    };
    if (!hasOneAuthor(head)) return ignored('not exactly one From field', '');
    const author = readFromField(head);
    const reporter = asciiDomain(splitAddress(author.addresses[0] ?? '')?.domain.toLowerCase() ?? '');
    if (body.size > MAX_REPORT_MESSAGE) return ignored('the message is too large', reporter);
    const { authorVouched, hasDnsError } = await authenticate(message, author, transaction);
    if (!authorVouched || author.addresses.length !== 1) {
      if (hasDnsError && recipients.every(({ kind }) => kind === 'report')) {
        throw new SmtpReplyError(451, '4.7.0', 'The sender cannot be verified at the moment, please try again');
      }
      return ignored('the author is not authenticated', reporter);
    }
    const report = await inTurn(() => parse(message)).catch((error) => {
      if (!(error instanceof MalformedReport)) throw error;
      return error.message;
    });
    if (report === null) return false;
    if (typeof report === 'string') return ignored(report, reporter);
    const kind = report.kind === 'feedback' ? 'complaints' : 'reports';
    const max = kind === 'complaints' ? COMPLAINTS_A_DAY : REPORTS_A_DAY;
    if (!counters.take(`${kind} of ${reporter}`, max, DAY)) {
      throw new SmtpReplyError(451, '4.7.1', 'Too many reports from your domain today, please try again tomorrow');
    }
    try {
      const result = await reports.store({ reporter, ...(await attribute(report, transaction)) });
      log.info({ event: 'mail.report.received', id, kind: report.kind, reporter, result }, 'a report was received');
      return true;
    } catch (error) {
      log.error({ event: 'mail.report.store_failed', err: error, id, reporter }, 'a report could not be stored');
      throw new SmtpReplyError(451, '4.3.0', 'The report could not be stored, please try again');
    }
  }

  async function parse({ head, body }: Message): Promise<MailReport | null> {
    return readReport(await readStart(body, MAX_REPORT_MESSAGE), head, domain);
  }

  /** Runs one after the other: a report needs up to 40 MB while it is parsed. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  /**
   * Finds the handle that a complaint is about, by a return address of ours, or else by the signed author. A complaint about
   * a sent copy is identified by that copy, so that each counts once.
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

  /** The local part of an address of ours; null for another address. */
  function localPart(address: string): string | null {
    const parts = splitAddress(address);
    return parts && asciiDomain(parts.domain.toLowerCase()) === domain ? parts.local : null;
  }
}

/** Whether a recipient takes reports. Only a complaint goes to the return address of the message that it is about. */
function takesReport(recipient: AcceptedRecipient, feedback: boolean): boolean {
  if (recipient.kind === 'forward') return isRole(recipient);
  return recipient.kind === 'report' || (feedback && recipient.kind === 'bounce');
}
