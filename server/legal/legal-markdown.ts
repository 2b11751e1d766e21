import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import type { LegalText } from '../../contract/documents.ts';
import { escapeHtml } from '../../contract/escape-html.ts';

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

/** HTML in a text is shown as it was typed, and pictures are links. */
const markdown = new MarkdownIt({ html: false }).disable('image');
// A wide table scrolls by itself, also with the keyboard.
markdown.renderer.rules.table_open = () =>
  '<div class="legal-table" role="region" aria-label="Table" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => '</table></div>';

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'];
const TEXTS = ['p', 'a', 'ul', 'ol', 'li', 'strong', 'em', 's', 'code', 'pre', 'blockquote', 'hr', 'br'];
const TABLES = ['div', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
/** An address that begins with https:// or mailto:, a path of this site, or a heading of this page. */
const ALLOWED_LINK = /^(?:https:\/\/|mailto:|\/(?![/\\])|#)/i;

/** What the renderer above produces is allowed, and nothing else. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...HEADINGS, ...TEXTS, ...TABLES],
  allowedAttributes: {
    ...Object.fromEntries(HEADINGS.map((tag) => [tag, ['id']])),
    a: ['href', 'title', 'rel'],
    ol: ['start'],
    div: ['class', 'role', 'aria-label', 'tabindex'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '', title }) => ({
      tagName,
      attribs: {
        ...(ALLOWED_LINK.test(href) && { href }),
        ...(title !== undefined && { title }),
        ...(/^https:/i.test(href) && { rel: 'noopener' }),
      },
    }),
  },
};

/**
 * Renders a legal text as safe markup. A first heading of level 1 is its title; the others begin with level 2, and have
 * ids. `values` replace names in double braces.
 */
export function renderLegalText(text: string, values: Readonly<Record<string, string>>): LegalText {
  const tokens = markdown.parse(text, {});
  const title = tokens[0]?.tag === 'h1' ? plainText(tokens[1]) : null;
  const body = title === null ? tokens : tokens.slice(3);
  prepareHeadings(body);
  const html = markdown.renderer.render(body, markdown.options, {});
  return {
    title: title === null ? null : filled(title, values, (value) => value),
    html: sanitizeHtml(filled(html, values, escapeHtml), ALLOWED),
  };
}

/** Sets the ids of headings, and moves their levels down if one has level 1, which is the title of the page. */
function prepareHeadings(tokens: Token[]): void {
  const down = tokens.some(({ tag }) => tag === 'h1') ? 1 : 0;
  const used = new Map<string, number>();
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue;
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + down)}`;
    if (token.type === 'heading_close') continue;
    const id = slug(plainText(tokens[at + 1]));
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    token.attrSet('id', count === 1 ? id : `${id}-${count}`);
  }
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join('');
}

function slug(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-') || 'section';
}

/** Replaces names in double braces, which are encoded in the addresses of links. Unknown names stay. */
function filled(text: string, values: Readonly<Record<string, string>>, write: (value: string) => string): string {
  return text.replace(/\{\{(\w+)\}\}|%7B%7B(\w+)%7D%7D/g, (whole, plain?: string, encoded?: string) => {
    const value = Object.entries(values).find(([name]) => name === (plain ?? encoded));
    return value ? write(value[1]) : whole;
  });
}
