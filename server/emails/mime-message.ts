import MailComposer from 'nodemailer/lib/mail-composer';
import type { Site } from '../../contract/documents.ts';
import { html, type Markup } from '../platform/http/pages/html.ts';
import type { Email, TextEmail } from './shared/email.ts';

const WRAP = 'font:16px/1.5 -apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1f2937';

/** Wraps a text at 72 characters, so that it needs no transfer encoding and its source is readable. */
function wrapped(text: string): string {
  return text.replace(/(.{1,72})(?:\s+|$)/g, '$1\n').trimEnd();
}

function asText(email: Email, site: Site): string {
  const { paragraphs, button, code, notes, stop } = email;
  const blocks = [
    ...paragraphs.map(wrapped),
    `${button.label}:\n${button.url}`,
    ...(code ? [`${wrapped(code.text)}\n${code.value}`] : []),
    ...notes.map(wrapped),
    ...(stop ? [`${wrapped(stop.text)}\n${stop.url}`] : []),
    `--\n${site.host}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function asHtml(email: Email, site: Site): Markup {
  const { paragraphs, button, code, notes, stop, subject } = email;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f6f7f9"><div style="max-width:480px;margin:0 auto;padding:32px 24px;background:#ffffff;border-radius:12px;${WRAP}">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">${site.host}</p>
${paragraphs.map((text) => html`<p style="margin:0 0 16px;overflow-wrap:anywhere">${text}</p>\n`)}
<p style="margin:24px 0"><a href="${button.url}" style="display:inline-block;padding:12px 24px;border-radius:10px;background:#111827;color:#ffffff;font-weight:600;text-decoration:none">${button.label}</a></p>
<p style="margin:0 0 24px;font-size:14px;color:#4b5563;overflow-wrap:anywhere">Or copy this address into your browser:<br><a href="${button.url}" style="color:#0e7490">${button.url}</a></p>
${code ? html`<p style="margin:0 0 24px;font-size:14px;color:#4b5563">${code.text}<br><span style="font-size:24px;font-weight:700;letter-spacing:2px;color:#111827">${code.value}</span></p>\n` : ''}${notes.map((text) => html`<p style="margin:0 0 8px;font-size:14px;color:#4b5563">${text}</p>\n`)}
${stop ? html`<p style="margin:16px 0 0;font-size:14px;color:#4b5563;overflow-wrap:anywhere">${stop.text}<br><a href="${stop.url}" style="color:#0e7490">Stop all forwarding to this inbox</a></p>` : ''}
</div></body></html>`;
}

/** An object is not parsed: a string could be read as a list or a group of addresses. */
const oneAddress = (address: string) => ({ name: '', address });

/** Returns the email as a MIME message, with a text and an HTML part unless it is text alone. Every line ends with CRLF. */
export async function toMimeMessage(email: Email | TextEmail, site: Site, from: string): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    to: oneAddress(email.to),
    subject: email.subject,
    ...('text' in email ? textParts(email) : laidOutParts(email, site)),
    newline: 'windows',
  });
  return composer.compile().build();
}

function laidOutParts(email: Email, site: Site) {
  return {
    text: asText(email, site),
    html: asHtml(email, site).text,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...unsubscribeHeaders(email) },
  };
}

/** A person wrote the text, so it does not carry Auto-Submitted, for which ticket systems discard mail (RFC 3834 2). */
function textParts({ text, replyTo, headers }: TextEmail) {
  return { text, replyTo: oneAddress(replyTo), headers };
}

/** The headers for unsubscribing. One-click unsubscribing requires https (RFC 8058 3.1). */
function unsubscribeHeaders({ stop }: Email): Record<string, string> {
  if (!stop) return {};
  const oneClick = stop.url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};
  return { 'List-Unsubscribe': `<${stop.url}>`, ...oneClick };
}
