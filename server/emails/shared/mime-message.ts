import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { Site } from '../../../contract/documents.ts';
import type { Email, TextEmail } from './email.ts';
import { type EmailPicture, PICTURE_ID } from './layout/brand.ts';
import { htmlPart } from './layout/html-part.ts';
import { textPart } from './layout/text-part.ts';

/** Returns an object, which is not parsed: a string could be read as a list or a group of addresses. */
const oneAddress = (address: string) => ({ name: '', address });

/**
 * Returns the email as a MIME message, with a text and an HTML part unless it is text alone. Every line ends with CRLF. Its
 * Date is the time of the call unless `date` is given. `picture` is the
 * logo or the icon of the site.
 */
export async function toMimeMessage(
  email: Email | TextEmail,
  site: Site,
  from: string,
  { date, picture }: { date?: Date; picture?: EmailPicture | undefined } = {},
): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    ...(date && { date }),
    to: oneAddress(email.to),
    // The library does not encode ASCII, but typed text must not be read as an encoded word (RFC 2047 5).
    subject: email.subject.includes('=?') ? encodeWord(email.subject, 'B', 52) : email.subject,
    ...('text' in email ? textParts(email) : laidOutParts(email, site, picture)),
    newline: 'windows',
  });
  return composer.compile().build();
}

function laidOutParts(email: Email, site: Site, picture: EmailPicture | undefined) {
  return {
    text: textPart(email, site),
    html: htmlPart(email, site, picture),
    ...(picture && { attachments: [attached(picture)] }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...unsubscribeHeaders(email) },
  };
}

/** Returns the picture as a part that the HTML part shows, and that programs do not list as a file. */
function attached({ png }: EmailPicture) {
  return { cid: PICTURE_ID, contentType: 'image/png', content: png, contentDisposition: 'inline' as const };
}

/**
 * Returns the parts of a text email. A person wrote it, so it does not have Auto-Submitted, which makes ticket systems
 * discard mail (RFC 3834 2).
 */
function textParts({ text, replyTo, headers }: TextEmail) {
  return { text, replyTo: oneAddress(replyTo), headers };
}

/** Returns the headers for unsubscribing. One-click unsubscribing requires https (RFC 8058 3.1). */
function unsubscribeHeaders({ stop }: Email): Record<string, string> {
  if (!stop) return {};
  const oneClick = stop.url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};
  return { 'List-Unsubscribe': `<${stop.url}>`, ...oneClick };
}
