import type { Site } from '../../contract/documents.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { composeEmail } from './compose.ts';
import { forwardingNotice } from './forwarding-notice.ts';
import { paymentEmail } from './payment-templates.ts';
import type { EmailOrder } from './rules.ts';
import {
  claimEmail,
  closedAccountEmail,
  deleteAccountEmail,
  type Email,
  mailLimitEmail,
  signInEmail,
  unknownAccountEmail,
  verifyForwardingEmail,
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
export type SendEmail = (to: string, message: Buffer) => Promise<void>;

async function write(order: EmailOrder, site: Site, tokens: LinkTokens): Promise<Email | null> {
  switch (order.kind) {
    case 'sign-in': {
      const link = await tokens.signIn(order.to);
      if (!link) return unknownAccountEmail(site, order.to);
      return link.erasedOn
        ? closedAccountEmail(site, link.to, link.token, link.erasedOn)
        : signInEmail(site, link.to, link.token);
    }
    case 'claim':
      return claimEmail(site, order.to, order.handle, await tokens.claim(order.to, order.handle));
    case 'verify-forwarding': {
      const links = await tokens.verifyForwarding(order);
      return links && verifyForwardingEmail(site, order, links);
    }
    case 'delete-account': {
      const link = await tokens.deleteAccount(order.to);
      return link && deleteAccountEmail(site, link);
    }
    case 'forwarding-changed':
      return forwardingNotice(site, order);
    case 'mail-limit':
      return mailLimitEmail(site, order);
    default:
      return paymentEmail(site, order);
  }
}

/** The job that writes a letter, with a link made that moment, and sends it. */
export function emailJob(site: Site, from: string, tokens: LinkTokens, send: SendEmail): JobHandler {
  return async (payload) => {
    const order = payload as EmailOrder;
    const letter = await write(order, site, tokens);
    if (letter) await send(letter.to, await composeEmail(letter, site, from));
  };
}
