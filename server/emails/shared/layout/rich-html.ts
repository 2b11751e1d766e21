import { html, type Markup } from '../../../platform/http/pages/html.ts';
import type { RichText } from '../rich-text.ts';

/** The handle that an email is about, if any, with its address. */
export type OwnHandle = { name: string; url: string } | undefined;

/** Renders a text with its typed values isolated: each has its own direction and does not change that of the text around it. */
export function richHtml(text: RichText, own: OwnHandle): Markup {
  if (typeof text === 'string') return words(text, own);
  return html`${text.map((part) => (typeof part === 'string' ? words(part, own) : html`<span dir="auto">${part.typed}</span>`))}`;
}

/**
 * Keeps each address on one line if it fits, despite its hyphens. A handle with a dot becomes a link to its own
 * address, because mail programs would turn it into a link to a domain that a stranger may own.
 */
function words(text: string, own: OwnHandle): Markup {
  return html`${text.split(/( )/).map((word) => {
    if (/[@/]/.test(word)) return html`<span style="display:inline-block;max-width:100%">${word}</span>`;
    if (own?.name.includes('.') && word.startsWith(own.name)) {
      return html`<a class="np-plain np-text" href="${own.url}" style="color:inherit;text-decoration:none">${own.name}</a>${word.slice(own.name.length)}`;
    }
    return html`${word}`;
  })}`;
}
