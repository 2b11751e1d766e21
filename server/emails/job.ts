import type { Site } from '../../contract/documents.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { composeLetter } from './compose.ts';
import { forwardingNotice } from './forwarding-notice.ts';
import { paymentLetter } from './payment-templates.ts';
import type { LetterOrder } from './rules.ts';
import {
  claimLetter,
  closedAccountLetter,
  deleteAccountLetter,
  type Letter,
  mailLimitEmail,
  signInLetter,
  unknownAccountLetter,
  verifyForwardingLetter,
} from './templates.ts';

/** Where letters get the fresh tokens of their links; each room gives its own. Null: there is nothing to link to any more. */
export interface LinkTokens {
  /** `erasedOn` is there where the account is closed. */
  signIn(email: string): Promise<{ to: string; token: string; erasedOn?: Date | undefined } | null>;
  claim(email: string, handle: string): Promise<string>;
  /** `stop` stands in the link by which the inbox's owner has us never ask again. */
  verifyForwarding(order: {
    to: string;
    handle: string;
    forwardingId: number;
  }): Promise<{ token: string; stop: string } | null>;
  deleteAccount(email: string): Promise<{ to: string; token: string; handles: number; erasedOn: Date } | null>;
}

/** Hands a finished message to the way out. Rejects when it should be tried again later. */
export type SendLetter = (to: string, message: Buffer) => Promise<void>;

async function write(order: LetterOrder, site: Site, tokens: LinkTokens): Promise<Letter | null> {
  switch (order.kind) {
    case 'sign-in': {
      const link = await tokens.signIn(order.to);
      if (!link) return unknownAccountLetter(site, order.to);
      return link.erasedOn
        ? closedAccountLetter(site, link.to, link.token, link.erasedOn)
        : signInLetter(site, link.to, link.token);
    }
    case 'claim':
      return claimLetter(site, order.to, order.handle, await tokens.claim(order.to, order.handle));
    case 'verify-forwarding': {
      const links = await tokens.verifyForwarding(order);
      return links && verifyForwardingLetter(site, order, links);
    }
    case 'delete-account': {
      const link = await tokens.deleteAccount(order.to);
      return link && deleteAccountLetter(site, link);
    }
    case 'forwarding-changed':
      return forwardingNotice(site, order);
    case 'mail-limit':
      return mailLimitEmail(site, order);
    default:
      return paymentLetter(site, order);
  }
}

/** The job that writes a letter, with a link made that moment, and sends it. */
export function letterJob(site: Site, from: string, tokens: LinkTokens, send: SendLetter): JobHandler {
  return async (payload) => {
    const order = payload as LetterOrder;
    const letter = await write(order, site, tokens);
    if (letter) await send(letter.to, await composeLetter(letter, site, from));
  };
}
