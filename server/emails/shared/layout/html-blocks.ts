import { html, Markup } from '../../../platform/http/pages/html.ts';
import type { Block, Email, Facts, Quotation, Statement } from '../email.ts';
import type { RichText } from '../rich-text.ts';
import { type EmailAccent, LIGHT } from './palette.ts';
import { type OwnHandle, richHtml } from './rich-html.ts';

/** Long words, such as addresses, may break anywhere; Outlook.com supports only the older property. */
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';
const SMALL = `font-size:14px;line-height:21px;color:${LIGHT.soft}`;
/** Attributes of a table that is used for layout, not for data. */
export const LAYOUT = new Markup('role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"');

/** Renders a paragraph in the size of the body or, for small print, smaller and paler. */
export function paragraph(text: RichText, own: OwnHandle, size: 'body' | 'small' = 'body', isLast = false): Markup {
  return size === 'body'
    ? html`<p class="np-text" style="margin:0 0 ${isLast ? 0 : 16}px;font-size:16px;line-height:25px;color:${LIGHT.text};${BREAKS}">${richHtml(text, own)}</p>\n`
    : html`<p class="np-soft" style="margin:0 0 8px;${SMALL};${BREAKS}">${richHtml(text, own)}</p>\n`;
}

/** Renders a part of the body. */
export function block(part: Block, own: OwnHandle): Markup {
  if (typeof part === 'string') return paragraph(part, own);
  if ('facts' in part) return facts(part, own);
  if ('lines' in part) return statement(part, own);
  return 'quotation' in part ? quotation(part, own) : paragraph(part, own);
}

/**
 * Renders a quotation with a rule at the left. The rule is the border of a cell, because Word ignores such borders on
 * other elements.
 */
function quotation({ quotation: paragraphs }: Quotation, own: OwnHandle): Markup {
  return html`<table ${LAYOUT} style="margin:0 0 16px"><tr><td class="np-line" style="padding:2px 0 2px 16px;border-left:3px solid ${LIGHT.border}">
${paragraphs.map((text, index) => paragraph(text, own, 'body', index === paragraphs.length - 1))}</td></tr></table>\n`;
}

/** Longer labels, which are names, break on phones. */
const LONG_LABEL = 16;

function facts({ facts: list }: Facts, own: OwnHandle): Markup {
  const row = ({ label, value }: Facts['facts'][number], index: number) => {
    const line = index === 0 ? '' : `border-top:1px solid ${LIGHT.border};`;
    return html`<tr><th class="np-soft np-line" scope="row" align="left" valign="top" width="104" style="padding:10px 16px 10px 0;${line}${SMALL};font-weight:400;${label.length > LONG_LABEL ? BREAKS : 'white-space:nowrap'}">${label}</th>
<td class="np-text np-line" valign="top" style="padding:10px 0;${line}font-size:14px;line-height:21px;font-weight:600;color:${LIGHT.text};${BREAKS}">${richHtml(value, own)}</td></tr>\n`;
  };
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${list.map(row)}</table>\n`;
}

function statement({ lines, total }: Statement, own: OwnHandle): Markup {
  const rule = `border-bottom:1px solid ${LIGHT.border}`;
  const head = `padding:0 0 8px;${rule};font-size:12px;line-height:18px;font-weight:600;color:${LIGHT.soft}`;
  const price = `font-size:14px;line-height:21px;color:${LIGHT.text};white-space:nowrap;font-variant-numeric:tabular-nums`;
  const hasPeriod = lines.some(({ period }) => period !== null);
  const rows = lines.map(
    ({ item, detail, period, price: amount }) =>
      html`<tr><td class="np-text np-line" valign="top" style="padding:12px 12px 12px 0;${rule};font-size:14px;line-height:21px;color:${LIGHT.text};${BREAKS}"><strong>${richHtml(item, own)}</strong><br><span class="np-soft" style="color:${LIGHT.soft}">${detail}</span></td>
${hasPeriod ? html`<td class="np-soft np-line" valign="top" style="padding:12px 12px 12px 0;${rule};${SMALL}">${period ? html`${period[0]}<br>to ${period[1]}` : ''}</td>` : ''}
<td class="np-text np-line" align="right" valign="top" style="padding:12px 0;${rule};${price}">${amount}</td></tr>\n`,
  );
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0 24px">
<tr><th class="np-soft np-line" scope="col" align="left" width="${hasPeriod ? '46%' : '70%'}" style="${head}">Item</th>${hasPeriod ? html`<th class="np-soft np-line" scope="col" align="left" style="${head}">Period</th>` : ''}<th class="np-soft np-line" scope="col" align="right" style="${head}">Price</th></tr>
${rows}<tr><th class="np-text" scope="row" align="left" colspan="${hasPeriod ? 2 : 1}" style="padding:12px 12px 0 0;font-size:16px;line-height:24px;font-weight:600;color:${LIGHT.text}">${total.label}</th>
<td class="np-text" align="right" style="padding:12px 0 0;font-size:16px;line-height:24px;font-weight:700;color:${LIGHT.text};white-space:nowrap;font-variant-numeric:tabular-nums">${total.price}</td></tr></table>\n`;
}

/**
 * Renders the button as a padded cell, because Word ignores the padding of links. Programs that force a dark theme keep
 * its dark surface; there the border shows that it is a button.
 */
export function button({ label, url }: Email['button'], { plain }: EmailAccent): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>
<td class="np-button" align="center" bgcolor="${LIGHT.button}" style="border:1px solid ${plain};border-radius:10px;background-color:${LIGHT.button};mso-padding-alt:12px 26px"><a class="np-label np-plain" href="${url}" style="display:inline-block;padding:12px 26px;font-size:16px;line-height:24px;font-weight:600;color:${LIGHT.onButton};text-decoration:none;${BREAKS}">${label}</a></td>
</tr></table>\n`;
}

/** Renders a code to type. Its groups are separated only by padding, so that one click selects all of it. */
export function code({ text, value }: NonNullable<Email['code']>): Markup {
  const groups = value
    .split(' ')
    .map((digits, index) => (index === 0 ? html`${digits}` : html`<span style="padding-left:14px">${digits}</span>`));
  return html`<p class="np-soft" style="margin:0 0 12px;${SMALL}">${text}</p>
<table ${LAYOUT} style="margin:0 0 24px"><tr><td class="np-raised np-text" align="center" bgcolor="${LIGHT.raised}" style="padding:18px 8px;border-radius:10px;background-color:${LIGHT.raised};font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:32px;line-height:40px;font-weight:700;letter-spacing:3px;white-space:nowrap;color:${LIGHT.text};-webkit-user-select:all;user-select:all">${groups}</td></tr></table>\n`;
}

/** Renders small print that ends with a link, after a line break unless the link is short. */
export function smallLink(
  text: string,
  { label, url, colour }: { label: string; url: string; colour: string },
): Markup {
  const gap = text.length > 10 ? new Markup('<br>') : ' ';
  return html`<p class="np-soft" style="margin:0 0 8px;${SMALL};${BREAKS}">${text}${gap}<a class="np-link" href="${url}" style="color:${colour}">${label}</a></p>\n`;
}
