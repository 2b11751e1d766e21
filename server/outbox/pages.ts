import type { Email } from 'postal-mime';
import { formatUtcTime } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { html, Markup } from '../platform/http/pages/html.ts';
import type { OutboxMessage } from './rules.ts';

function frame(title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<link rel="stylesheet" href="/dev/outbox.css"></head>
<body class="outbox"><main><h1>${title}</h1>${body}</main></body></html>`;
}

const formatAddresses = (list: { name?: string | undefined; address?: string | undefined }[] | undefined): string =>
  (list ?? []).map(({ name, address }) => (name ? `${name} <${address ?? ''}>` : (address ?? ''))).join(', ') ||
  '(none)';

const messagePath = (id: string) => `${pages.outbox()}/${encodeURIComponent(id)}`;

/** Renders the list of messages. */
export function listPage(messages: OutboxMessage[], site: Site): Markup {
  const rows = messages.map(
    ({ id, at, to, email }) => html`<li><a href="${messagePath(id)}"><strong>${email.subject ?? '(no subject)'}</strong>
<span>to ${to || formatAddresses(email.to)}</span><span>from ${formatAddresses(email.from ? [email.from] : [])}</span>
<time datetime="${at.toISOString()}">${formatUtcTime(at)}</time></a></li>`,
  );
  const { relay } = site;
  const into = relay
    ? html`<p>SMTP_RELAY_URL is set: mail goes to the relay ${relay} and does not appear here.</p>`
    : html``;
  const none = relay
    ? html``
    : html`<p>No mail has been sent yet. <a href="${pages.create()}">Claim a handle</a> or sign in at <a href="/">${site.host}</a>, and the email with your link appears here.</p>`;
  const list = rows.length
    ? html`<p>Mail that would have been sent from this machine, newest first.</p><ol>${rows}</ol>`
    : none;
  return frame('Outbox', html`${into}${list}<p><a href="${pages.outbox()}">Refresh</a></p>`);
}

/** Renders a text with links for its URLs. */
function withLinks(text: string): Markup {
  const parts = text.split(/(https?:\/\/[^\s<>"')\]]+)/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))}`;
}

/** The maximum number of characters on the page of a message. */
const MAX_SHOWN = 200_000;

/** Renders a message: header fields, text with links, attachments and source, and a link to its HTML part if it has one. */
export function messagePage(id: string, { email, source }: { email: Email; source: Buffer }, site: Site): Markup {
  const text = (email.text ?? (email.html ?? '').slice(0, MAX_SHOWN).replace(/<[^<>]+>/g, ' ')).slice(0, MAX_SHOWN);
  const attachments = email.attachments.map(
    (file) => html`<li>${file.filename ?? '(unnamed)'} (${file.mimeType})</li>`,
  );
  return frame(
    email.subject ?? '(no subject)',
    html`<p><a href="${pages.outbox()}">All mail</a> · <a href="/">${site.host}</a>${email.html ? html` · <a href="${messagePath(id)}/html" target="_blank" rel="noopener">Show as mail programs do</a>` : ''}</p>
<dl><dt>From</dt><dd>${formatAddresses(email.from ? [email.from] : [])}</dd><dt>To</dt><dd>${formatAddresses(email.to)}</dd>
<dt>Date</dt><dd>${email.date ?? '(none)'}</dd></dl>
<pre class="body">${withLinks(text)}</pre>
${attachments.length ? html`<h2>Attachments</h2><ul>${attachments}</ul>` : new Markup('')}
<details><summary>Source</summary><pre>${source.toString('utf8').slice(0, MAX_SHOWN)}</pre></details>`,
  );
}
