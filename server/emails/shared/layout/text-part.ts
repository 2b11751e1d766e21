import type { Site } from '../../../../contract/documents.ts';
import { pages } from '../../../../contract/paths.ts';
import { hasImprint } from '../../../../contract/site/legal-texts.ts';
import type { Block, Email, Facts, Quotation, Statement } from '../email.ts';
import type { RichText } from '../rich-text.ts';
import { handleUrl } from './handle-title.ts';

/** Characters of a line. Longer lines would need a transfer encoding and make the source unreadable. */
const WIDTH = 72;
/** First strong isolate and its end (UAX #9 2.4): a right-to-left name does not change the direction of the text around it. */
const [FSI, PDI] = ['\u2068', '\u2069'];
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Returns the text part of an email, with the same content and links as the HTML part. */
export function textPart(email: Email, site: Site): string {
  const { heading, handle, body, button, code, notes, stop } = email;
  const parts = [
    wrapped(heading),
    ...(handle ? [handleUrl(handle, site).replace(/^mailto:/, '')] : []),
    ...body.map(block),
    `${button.label}:\n${button.url}`,
    ...(code ? [`${wrapped(code.text)}\n${code.value}`] : []),
    ...notes.map((note) => wrapped(note)),
    ...(stop ? [`${wrapped(stop.text)}\n${stop.url}`] : []),
    `--\n${[site.name, site.origin, ...(hasImprint(site) ? [site.origin + pages.imprint()] : [])].join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function block(part: Block): string {
  if (typeof part === 'string') return wrapped(part);
  if ('facts' in part) return facts(part);
  if ('lines' in part) return statement(part);
  return 'quotation' in part ? quotation(part) : wrapped(richText(part));
}

/** Quotes as mail programs do, with "> " before each line. */
function quotation({ quotation: paragraphs }: Quotation): string {
  return paragraphs.map((text) => wrapped(richText(text), WIDTH - 2).replace(/^/gm, '> ')).join('\n>\n');
}

function richText(text: RichText): string {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : isolated(part.typed))).join('');
}

function isolated(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `${FSI}${value}${PDI}` : value;
}

function facts({ facts: list }: Facts): string {
  const width = Math.max(...list.map(({ label }) => label.length)) + 2;
  const indented = (text: string) => wrapped(text, WIDTH - width).replaceAll('\n', `\n${' '.repeat(width)}`);
  return list.map(({ label, value }) => `${`${label}:`.padEnd(width)}${indented(richText(value))}`).join('\n');
}

function statement({ lines, total }: Statement): string {
  const row = (left: string, price: string) => `${left.padEnd(WIDTH - 12)}${price.padStart(12)}`;
  const rule = '-'.repeat(WIDTH);
  return [
    rule,
    ...lines.map(({ item, detail, period, price }) =>
      [row(`${richText(item)}, ${detail}`, price), ...(period === null ? [] : [period.join(' to ')])].join('\n'),
    ),
    rule,
    row(total.label, total.price),
  ].join('\n');
}

/** Breaks a text into lines, between words. A longer word, such as an address, has a line of its own. */
function wrapped(text: string, width = WIDTH): string {
  const lines: string[] = [];
  for (const word of text.split(/\s/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
