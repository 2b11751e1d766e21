import { isAscii } from 'node:buffer';
import type { MailHost } from '../host.ts';
import { isInternational } from '../message/address.ts';
import type { AuthenticationResult } from '../message/authentication-result.ts';
import type { Body } from '../message/body.ts';
import { type Message, withHead } from '../message/message.ts';
import type { Settings } from '../options.ts';
import { forwardedToLine } from '../rewrite/forwarded-to.ts';
import { rewriteHead } from '../rewrite/rewrite.ts';
import { signatureSeconds } from '../rewrite/sign-system-email.ts';
import type { Srs } from '../rewrite/srs.ts';
import type { Transaction } from '../transaction.ts';
import { oncePerDelivery, type PlannedCopy } from './expand-recipients.ts';
import type { ReplyCopies } from './reply-copies.ts';

/** The additions of the filters to a message. */
export interface Marks {
  /** Header fields to add at the top, without line ends. */
  marks: string[];
  /** DMARC failed, but the message is accepted and From is rewritten to our domain. */
  excused: boolean;
}

/** A rewritten message. */
export interface RewrittenMessage {
  body: Body;
  /** The header requires SMTPUTF8 at the next server (RFC 6531). */
  utf8: boolean;
}

/** Copies that share a header, and their message without the fields added to each copy. */
export interface RewrittenCopies {
  copies: PlannedCopy[];
  message: RewrittenMessage;
}

export interface CopiesToRewrite {
  message: Message;
  transaction: Transaction;
  copies: PlannedCopy[];
  authentication: AuthenticationResult;
  approval: Marks;
}

/** Rewrites a message once for all its copies, and once more for each handle in reply mode. */
export function createRewriter(
  { clock, recorder, signingKey }: Pick<MailHost, 'clock' | 'recorder' | 'signingKey'>,
  settings: Settings,
  { srs, replyCopies }: { srs: Srs; replyCopies: ReplyCopies },
): (job: CopiesToRewrite) => Promise<RewrittenCopies[]> {
  const { domain, hostname, seal } = settings;

  return async function rewriteCopies(job) {
    const { message, copies, authentication } = job;
    const separate: RewrittenCopies[] = [];
    let shared = copies;
    for (const first of copies.some(({ policy }) => policy?.repliesThroughUs) ? oncePerDelivery(copies) : []) {
      if (!first.policy?.repliesThroughUs) continue;
      const replaceAuthor = await replyCopies.rewriterFor(first, message.head, authentication);
      if (!replaceAuthor) continue;
      const own = copies.filter(({ id }) => id === first.id);
      shared = shared.filter(({ id }) => id !== first.id);
      separate.push({ copies: own, message: rewrite(job, own, replaceAuthor) });
    }
    return shared.length === 0 ? separate : [{ copies: shared, message: rewrite(job, shared) }, ...separate];
  };

  /** Adds our fields at the top and removes forged results; the body is unchanged. */
  function rewrite(
    { message, transaction, authentication, approval }: CopiesToRewrite,
    copies: PlannedCopy[],
    replaceAuthor?: (head: Buffer) => Buffer,
  ): RewrittenMessage {
    const { client, id, recipients, from } = transaction;
    const { marks, excused } = approval;
    const [only] = recipients.length === 1 ? copies : [];
    const hop = {
      helo: client.helo,
      address: client.address,
      protocol: transaction.utf8 ? client.protocol.replace(/^ESMTP/, 'UTF8SMTP') : client.protocol,
      by: hostname,
      id,
      // Our Received field must not be the only reason why the header requires SMTPUTF8.
      recipient: only && (!isInternational(only.recipient) || !isAscii(message.head)) ? only.recipient : null,
      at: clock(),
    };
    const via = only?.local ?? domain;
    const forwardedTo = copies.length === 1 ? forwardedToLine(copies[0]?.recipient ?? '') : '';
    const { head, changes } = rewriteHead(message, authentication, {
      domain,
      hostname,
      hop,
      extraFields: forwardedTo === '' ? marks : [...marks, forwardedTo],
      excused,
      via,
      address: (author) => srs.via(author, via),
      ...(replaceAuthor && { replaceAuthor }),
      seal,
      key: signingKey(),
      signatureLifetime: signatureSeconds(settings.queueSeconds),
    });
    const all = from === '' ? changes : (['sender', ...changes] as const);
    for (const delivery of oncePerDelivery(copies))
      recorder.record(delivery.id, { step: 'changed', changes: [...all] });
    return { body: withHead(message, head), utf8: transaction.utf8 && !isAscii(head) };
  }
}
