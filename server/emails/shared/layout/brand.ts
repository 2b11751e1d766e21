import type { Site } from '../../../../contract/documents.ts';
import { initialOf } from '../../../../contract/profiles/graphemes.ts';
import { accentGradient, STANDARD_GRADIENT } from '../../../../contract/site/accent.ts';
import { hasOwnMark } from '../../../../contract/site/site-files.ts';
import { html, Markup } from '../../../platform/http/pages/html.ts';
import { type EmailAccent, INK, LIGHT } from './palette.ts';

/** The square is an image as well as a colour: programs that force a dark theme invert colours, but not images. */
const SQUARE = `width:32px;height:32px;border:1px solid ${INK};border-radius:9px;background-color:${INK};background-image:linear-gradient(${INK},${INK})`;
/** The N of the logo: two strokes as borders, and the diagonal as a gradient between two corners. */
const LETTER = [
  'display:block;width:8px;height:14px;margin:0 auto;border-left:3px solid #00f5ff;border-right:3px solid #ff0084;border-radius:2px;font-size:0;line-height:0',
  'background-image:linear-gradient(to top right,transparent 40%,#7d7bff 41%,#7d7bff 59%,transparent 60%)',
].join(';');

/** A picture of the site that an email carries as a part of its own; `width` and `height` are those in the layout. */
export interface EmailPicture {
  png: Buffer;
  width: number;
  height: number;
}

/** The Content-ID of the picture. */
export const PICTURE_ID = 'site-picture';

/**
 * Renders the logo, or the mark and the name. Our mark is drawn: Gmail drops pictures in addresses, and remote ones would
 * reveal who reads the email. A logo or an icon is a part of the email. Word supports no gradients and gets a letter.
 */
export function brand(site: Site, picture?: EmailPicture): Markup {
  if (site.logo !== null && picture) return logo(site, picture);
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
${picture ? pictureCell(picture) : letterCell(site)}
<td style="padding-left:10px"><a class="np-text np-plain" href="${site.origin}" style="${NAME}">${site.name}</a></td>
</tr></table>`;
}

const NAME = `font-size:18px;line-height:24px;font-weight:700;letter-spacing:-0.2px;color:${LIGHT.text};text-decoration:none`;

/** The name is shown in place of a picture that is not loaded. */
function logo({ origin, name }: Site, { width, height }: EmailPicture): Markup {
  return html`<a class="np-text np-plain" href="${origin}" style="${NAME}"><img src="cid:${PICTURE_ID}" width="${width}" height="${height}" alt="${name}" style="display:block;border:0;width:${width}px;height:${height}px"></a>`;
}

function pictureCell({ width, height }: EmailPicture): Markup {
  return html`<td width="${width}" height="${height}"><img src="cid:${PICTURE_ID}" width="${width}" height="${height}" alt="" style="display:block;border:0;width:${width}px;height:${height}px"></td>`;
}

function letterCell(site: Site): Markup {
  return html`<td width="32" height="32" align="center" valign="middle" bgcolor="${INK}" class="np-line" style="${SQUARE}">${hasOwnMark(site) ? initial(site) : DRAWN_N}</td>`;
}

function initial({ name, host, accent }: Site): Markup {
  const { start } = accent === null ? STANDARD_GRADIENT : accentGradient(accent);
  return html`<span style="font-size:20px;line-height:30px;font-weight:700;color:${start}">${initialOf(name) || initialOf(host)}</span>`;
}

const DRAWN_N = new Markup(
  `<!--[if mso]><span style="font-size:20px;font-weight:700;color:#00f5ff">N</span><![endif]--><!--[if !mso]><!--><span style="${LETTER}"></span><!--<![endif]-->`,
);

/** Renders the line of light at the top of the card. */
export function neonLine({ line, plain }: EmailAccent): Markup {
  return html`<tr><td height="4" bgcolor="${plain}" style="height:4px;font-size:0;line-height:0;background-color:${plain};background-image:${line}">&nbsp;</td></tr>`;
}
