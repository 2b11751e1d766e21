import type { Site } from '../../../../contract/documents.ts';
import { html, Markup } from '../../../platform/http/pages/html.ts';
import { type EmailAccent, INK, LIGHT } from './palette.ts';

/** The square is an image as well as a colour: programs that force a dark theme invert colours, but not images. */
const SQUARE = `width:32px;height:32px;border:1px solid ${INK};border-radius:9px;background-color:${INK};background-image:linear-gradient(${INK},${INK})`;
/** The N of the logo: two strokes as borders, and the diagonal as a gradient between two corners. */
const LETTER = [
  'display:block;width:8px;height:14px;margin:0 auto;border-left:3px solid #00f5ff;border-right:3px solid #ff0084;border-radius:2px;font-size:0;line-height:0',
  'background-image:linear-gradient(to top right,transparent 40%,#7d7bff 41%,#7d7bff 59%,transparent 60%)',
].join(';');

/**
 * Renders the mark and the wordmark. They are drawn, not loaded: Gmail drops embedded pictures, and remote ones would
 * reveal who reads the email. Word supports no gradients and gets a letter.
 */
export function brand(site: Site): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="32" height="32" align="center" valign="middle" bgcolor="${INK}" class="np-line" style="${SQUARE}">${DRAWN_N}</td>
<td style="padding-left:10px"><a class="np-text np-plain" href="${site.origin}" style="font-size:18px;line-height:24px;font-weight:700;letter-spacing:-0.2px;color:${LIGHT.text};text-decoration:none">${site.name}</a></td>
</tr></table>`;
}

const DRAWN_N = new Markup(
  `<!--[if mso]><span style="font-size:20px;font-weight:700;color:#00f5ff">N</span><![endif]--><!--[if !mso]><!--><span style="${LETTER}"></span><!--<![endif]-->`,
);

/** Renders the line of light at the top of the card. */
export function neonLine({ line, plain }: EmailAccent): Markup {
  return html`<tr><td height="4" bgcolor="${plain}" style="height:4px;font-size:0;line-height:0;background-color:${plain};background-image:${line}">&nbsp;</td></tr>`;
}
