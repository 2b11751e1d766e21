import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { pages } from '../../../../contract/paths.ts';
import type { ApiError } from '../api-error.ts';
import { html, Markup } from './html.ts';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;padding:24px;box-sizing:border-box;
text-align:center;font:16px/1.5 system-ui,sans-serif;background:#f6f7f9;color:#111827}
h1{margin:0 0 8px;font-size:24px;line-height:1.2}
p{margin:0 0 24px;max-width:34em;color:#4b5563}
a{display:inline-block;padding:12px 24px;border-radius:10px;background:#111827;color:#fff;font-weight:600;text-decoration:none}
@media (prefers-color-scheme:dark){body{background:#0b0f19;color:#e5e7eb}p{color:#a3adbd}a{background:#e5e7eb;color:#111827}}`;
const HASH = createHash('sha256').update(STYLE).digest('base64');

/** Returns an error page, which depends on nothing that may have failed, and its headers. */
export function errorPage(failure: ApiError): { text: string; headers: Record<string, string> } {
  const title = failure.status >= 500 ? 'This did not work' : 'This is not possible';
  const { text } = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style>${new Markup(STYLE)}</style></head>
<body><main><h1>${title}</h1><p>${failure.message}</p><a href="${pages.home()}">Go to Home</a></main></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; frame-ancestors 'none'`,
  };
  return { text, headers };
}

/** Sends the error page of a failure. */
export function sendErrorPage(reply: FastifyReply, failure: ApiError): FastifyReply {
  const { text, headers } = errorPage(failure);
  return reply.headers(headers).send(text);
}
