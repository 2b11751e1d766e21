import MailComposer from 'nodemailer/lib/mail-composer';
import type { Site } from '../../contract/documents.ts';
import { html, type Markup } from '../platform/http/pages/html.ts';
import type { Email } from './templates.ts';

const WRAP = 'font:16px/1.5 -apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1f2937';

/** Lines of at most 72 characters, so that the text needs no transfer encoding and reads well as source. */
function wrapped(text: string): string {
  return text.replace(/(.{1,72})(?:\s+|$)/g, '$1\n').trimEnd();
}

function asText(letter: Email, site: Site): string {
  const { says, button, notes, stop } = letter;
  const paragraphs = [
    ...says.map(wrapped),
    `${button.label}:\n${button.url}`,
    ...notes.map(wrapped),
    ...(stop ? [`${wrapped(stop.words)}\n${stop.url}`] : []),
    `--\n${site.host}`,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function asHtml(letter: Email, site: Site): Markup {
  const { says, button, notes, stop, subject } = letter;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f6f7f9"><div style="max-width:480px;margin:0 auto;padding:32px 24px;background:#ffffff;border-radius:12px;${WRAP}">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">${site.host}</p>
${says.map((text) => html`<p style="margin:0 0 16px;overflow-wrap:anywhere">${text}</p>\n`)}
<p style="margin:24px 0"><a href="${button.url}" style="display:inline-block;padding:12px 24px;border-radius:10px;background:#111827;color:#ffffff;font-weight:600;text-decoration:none">${button.label}</a></p>
<p style="margin:0 0 24px;font-size:14px;color:#4b5563;overflow-wrap:anywhere">Or copy this address into your browser:<br><a href="${button.url}" style="color:#0e7490">${button.url}</a></p>
${notes.map((text) => html`<p style="margin:0 0 8px;font-size:14px;color:#4b5563">${text}</p>\n`)}
${stop ? html`<p style="margin:16px 0 0;font-size:14px;color:#4b5563;overflow-wrap:anywhere">${stop.words}<br><a href="${stop.url}" style="color:#0e7490">Stop all forwarding to this inbox</a></p>` : ''}
</div></body></html>`;
}

/** Lays a letter out as a MIME message, text and HTML, CRLF throughout. */
export async function composeEmail(letter: Email, site: Site, from: string): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    // One mailbox as stored: an object keeps the composer from reading lists or groups into it.
    to: { name: '', address: letter.to },
    subject: letter.subject,
    text: asText(letter, site),
    html: asHtml(letter, site).text,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...unsubscribing(letter) },
    newline: 'windows',
  });
  return composer.compile().build();
}

/** One click in the mail program is enough (RFC 8058), which takes https. */
function unsubscribing({ stop }: Email): Record<string, string> {
  if (!stop) return {};
  const oneClick = stop.url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};
  return { 'List-Unsubscribe': `<${stop.url}>`, ...oneClick };
}
