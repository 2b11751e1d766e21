import { createPrivateKey } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { ContactMessage } from '../../../contract/page-forms/page-forms.ts';
import { pages } from '../../../contract/paths.ts';
import { cleanSenderName } from '../../../mail/auto-reply/sender-name.ts';
import { newId } from '../../../mail/message/message-id.ts';
import { signatureSeconds, signSystemEmail } from '../../../mail/rewrite/sign-system-email.ts';
import { senderAddress } from '../../emails/shared/sender.ts';
import type { Config } from '../../platform/config/config.ts';
import { signingKey } from '../keys/dkim-keys.ts';

/** A visitor's message to a handle. */
export interface ContactMail {
  id: string;
  /** Envelope sender: one of our addresses. */
  from: string;
  /** The address of the handle. */
  to: string;
  /** Unsigned. */
  bytes: Buffer;
}

/**
 * Composes the email for a visitor's message. From is our own address, and states that the sender is not verified. Only
 * two typed values are in the header: the name in the subject, without addresses, links and encoded words, and
 * Reply-To. The composer gets that address as an object, because it would read a string as a list.
 */
export async function composeContactMail(
  config: Config,
  handle: string,
  { name, email, message }: ContactMessage,
  at: Date,
): Promise<ContactMail> {
  const { mail, site } = config;
  const id = newId(at);
  const from = senderAddress(config.mail);
  const to = `${handle}@${mail.domain}`;
  const page = `${site.host}${pages.profile(handle)}`;
  const text = `Someone wrote this through the contact form of ${page}. We have not verified who: name and address are as they typed them.

Name: ${name}
Email: ${email}

${message}

--
Reply to this email to write to ${email}. Check the address first: anyone can type anyone's.
To stop getting these messages, hide the contact form: ${site.origin}${pages.manageHandle(handle)}
`;
  const composer = new MailComposer({
    from: { name: `Contact form of ${page} (sender not verified)`, address: from },
    to: { name: '', address: to },
    replyTo: { name: '', address: email },
    date: at,
    subject: `Message from ${cleanSenderName(name) || 'a visitor'} (not verified)`,
    text,
    // A person wrote the text, so there is no Auto-Submitted, because ticket systems discard such mail (RFC 3834 2). An
    // automatic answer would go to the address that was typed as the sender's.
    headers: { 'X-Auto-Response-Suppress': 'All', 'X-Contact-Form': `${site.origin}${pages.profile(handle)}` },
    messageId: `<${id}@${mail.hostname}>`,
    newline: 'windows',
  });
  return { id, from, to, bytes: await composer.compile().build() };
}

/** Returns the email with our DKIM signature, below the fields of the spam check. */
export async function signContactMail(
  { mail: { domain, dkimKeys, options } }: Config,
  { bytes }: ContactMail,
  { marks, at }: { marks: string[]; at: Date },
): Promise<Buffer> {
  const { selector, privateKey } = await signingKey(dkimKeys, at);
  const key = { selector, privateKey: createPrivateKey(privateKey) };
  const signed = signSystemEmail(bytes, { domain, key, at, lifetime: signatureSeconds(options.queueSeconds) });
  return Buffer.concat([Buffer.from(marks.map((mark) => `${mark}\r\n`).join('')), signed]);
}
