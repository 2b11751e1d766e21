import type { Site } from '../../../../contract/documents.ts';
import { html, Markup } from '../../../platform/http/pages/html.ts';
import type { Email } from '../email.ts';
import { brand, type EmailPicture, neonLine } from './brand.ts';
import { handleTitle, handleUrl } from './handle-title.ts';
import { block, button, code, LAYOUT, paragraph, smallLink } from './html-blocks.ts';
import { emailAccent, LIGHT } from './palette.ts';
import { styleSheets } from './style-sheet.ts';

const FONT = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/** Without these invisible characters, a list would show the heading after a short preheader. */
const FILLER = new Markup('&#8199;&#65279;&#847; '.repeat(60));
const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all;opacity:0;font-size:1px;line-height:1px';

/** Word ignores max-width, so it gets a table with a fixed width. */
const WORD_TABLE = new Markup(
  '<!--[if mso]><table role="presentation" width="480" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
);
const WORD_TABLE_END = new Markup('<!--[if mso]></td></tr></table><![endif]-->');

/** Returns the HTML part of an email: one column of 480 px, in tables where Outlook needs them. */
export function htmlPart(email: Email, site: Site, picture?: EmailPicture): string {
  const { subject, preheader } = email;
  const accent = emailAccent(site);
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${subject}</title>
${styleSheets(accent)}</head>
<body class="np-bg" style="margin:0;padding:0;background-color:${LIGHT.background};font-family:${FONT}">
<div style="${HIDDEN}">${preheader}${FILLER}</div>
<div role="article" aria-roledescription="email" aria-label="${subject}" lang="en" dir="ltr" style="font-family:${FONT}">
<table ${LAYOUT} class="np-bg" bgcolor="${LIGHT.background}" style="background-color:${LIGHT.background}"><tr><td align="center" style="padding:32px 12px">
${WORD_TABLE}<table ${LAYOUT} align="center" style="max-width:480px;margin:0 auto">
<tr><td class="np-pad" style="padding:0 32px 20px">${brand(site, picture)}</td></tr>
<tr><td><table ${LAYOUT} class="np-card" bgcolor="${LIGHT.surface}" style="border:1px solid ${LIGHT.border};border-collapse:separate;border-radius:16px;background-color:${LIGHT.surface};overflow:hidden">
${neonLine(accent)}
<tr><td class="np-pad" align="left" style="padding:28px 32px 20px">
${card(email, site)}</td></tr></table></td></tr>
<tr><td class="np-pad" align="left" style="padding:20px 32px 0">${footer(email, site)}</td></tr>
</table>${WORD_TABLE_END}
</td></tr></table>
</div>
</body></html>`.text;
}

function card(email: Email, site: Site): Markup {
  const { heading, handle, body } = email;
  const own = handle && { name: handle.name, url: handleUrl(handle, site) };
  return html`<h1 class="np-text" style="margin:0 0 16px;font-size:${handle ? 18 : 24}px;line-height:${handle ? 26 : 31}px;font-weight:${handle ? 600 : 700};color:${LIGHT.text};overflow-wrap:anywhere;word-break:break-word">${heading}</h1>
${handle ? handleTitle(handle, site) : ''}${body.map((part) => block(part, own))}${button(email.button, emailAccent(site))}${email.code ? code(email.code) : ''}${email.notes.map((note) => paragraph(note, own, 'small'))}`;
}

function footer({ button: { url }, stop }: Email, site: Site): Markup {
  const { link: colour } = emailAccent(site);
  const small = (text: string, link: { label: string; url: string }) => smallLink(text, { ...link, colour });
  return html`${small('If the button does not work, copy this address into your browser:', { label: url, url })}${stop ? small(stop.text, stop) : ''}${small('Sent by', { label: site.host, url: site.origin })}`;
}
