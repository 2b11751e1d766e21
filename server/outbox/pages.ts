import type { Email } from 'postal-mime';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { html, Markup } from '../platform/http/pages/html.ts';
import type { OutboxMail } from './rules.ts';

function frame(title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<link rel="stylesheet" href="/dev/outbox.css"></head>
<body class="outbox"><main><h1>${title}</h1>${body}</main></body></html>`;
}

const people = (list: { name?: string | undefined; address?: string | undefined }[] | undefined): string =>
  (list ?? []).map(({ name, address }) => (name ? `${name} <${address ?? ''}>` : (address ?? ''))).join(', ') ||
  '(nobody)';

/** The list of messages, newest first. */
export function listPage(messages: OutboxMail[], site: Site): Markup {
  const rows = messages.map(
    ({
      id,
      at,
      to,
      email,
    }) => html`<li><a href="${`${pages.outbox()}/${encodeURIComponent(id)}`}"><strong>${email.subject ?? '(no subject)'}</strong>
<span>to ${to || people(email.to)}</span><span>from ${people(email.from ? [email.from] : [])}</span>
<time datetime="${at.toISOString()}">${at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time></a></li>`,
  );
  const body = rows.length
    ? html`<p>Mail that would have left this machine, newest first.</p><ol>${rows}</ol>`
    : html`<p>No mail has left yet. <a href="${pages.create()}">Claim a handle</a> or sign in at <a href="/">${site.host}</a>, and the mail with your link appears here.</p>`;
  return frame('Outbox', html`${body}<p><a href="${pages.outbox()}">Refresh</a></p>`);
}

/** Text with its addresses made into links. */
function linked(text: string): Markup {
  const parts = text.split(/(https?:\/\/[^\s<>"')\]]+)/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))}`;
}

/** Characters of a message that its page shows. */
const SHOWN = 200_000;

/** One message: who, what it says with links that work, and the source as it left. */
export function messagePage(email: Email, source: Buffer, site: Site): Markup {
  const text = (email.text ?? (email.html ?? '').slice(0, SHOWN).replace(/<[^<>]+>/g, ' ')).slice(0, SHOWN);
  const attachments = email.attachments.map(
    (file) => html`<li>${file.filename ?? '(unnamed)'} (${file.mimeType})</li>`,
  );
  return frame(
    email.subject ?? '(no subject)',
    html`<p><a href="${pages.outbox()}">All mail</a> · <a href="/">${site.host}</a></p>
<dl><dt>From</dt><dd>${people(email.from ? [email.from] : [])}</dd><dt>To</dt><dd>${people(email.to)}</dd>
<dt>Date</dt><dd>${email.date ?? '(none)'}</dd></dl>
<pre class="body">${linked(text)}</pre>
${attachments.length ? html`<h2>Attachments</h2><ul>${attachments}</ul>` : new Markup('')}
<details><summary>Source, as it left</summary><pre>${source.toString('utf8').slice(0, SHOWN)}</pre></details>`,
  );
}
