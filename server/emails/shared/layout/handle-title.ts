import type { Site } from '../../../../contract/documents.ts';
import { pages } from '../../../../contract/paths.ts';
import { html, type Markup } from '../../../platform/http/pages/html.ts';
import type { Email } from '../email.ts';
import { LIGHT } from './palette.ts';

type Handle = NonNullable<Email['handle']>;

/** Returns the font size at which a name fits on one line of the card on a phone, if any does. */
function sizeOf({ length }: string): number {
  if (length <= 12) return 40;
  return length <= 20 ? 28 : 22;
}

/** Returns the address of the handle: its page, or a mailto: address. */
export function handleUrl({ name, shownAs }: Handle, { origin, mailDomain }: Site): string {
  return shownAs === 'page' ? origin + pages.profile(name) : `mailto:${name}@${mailDomain}`;
}

/**
 * Renders the handle as the largest element. It is a link, because mail programs would turn a handle with a dot into a
 * link to a domain that a stranger may own.
 */
export function handleTitle(handle: Handle, site: Site): Markup {
  const { name, shownAs } = handle;
  const size = sizeOf(name);
  const big = html`<span class="np-text" style="font-size:${size}px;line-height:${Math.round(size * 1.15)}px;font-weight:700;letter-spacing:-0.5px;color:${LIGHT.text}">${name}</span>`;
  const rest = (text: string) =>
    html`<span class="np-soft" style="font-size:16px;line-height:24px;color:${LIGHT.soft}">${text}</span>`;
  const parts =
    shownAs === 'page' ? html`${rest(`${site.host}/`)}<br>${big}` : html`${big}<br>${rest(`@${site.mailDomain}`)}`;
  return html`<p style="margin:0 0 20px;overflow-wrap:anywhere;word-break:break-word"><a class="np-plain" href="${handleUrl(handle, site)}" style="color:${LIGHT.text};text-decoration:none">${parts}</a></p>\n`;
}
