import type { Text } from './find-texts.ts';

/** Returns the paragraphs of a page, without code, addresses, quotations and emphasised names on a screen. */
export function docTextsIn(markdown: string, file: string): Text[] {
  const texts: Text[] = [];
  let isCode = false;
  let paragraph: Text | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const isBlank = isCode || line.trim() === '';
    if (isBlank || /^\s*([-*|#>]|\d+\.|```|~~~)/.test(line)) paragraph = undefined;
    if (isBlank) continue;
    if (paragraph === undefined) {
      paragraph = { file, line: index + 1, text: '' };
      texts.push(paragraph);
    }
    paragraph.text += `${line.trim()} `;
  }
  return texts.map((text) => ({ ...text, text: prose(text.text) })).filter(({ text }) => text !== '');
}

function prose(text: string): string {
  return text
    .replace(/`[^`]*`/g, '…')
    .replace(/"[^"]*"|“[^”]*”|(?<![*\w])\*(?![*\s])[^*]*\*/g, '…')
    .replace(/\]\([^)]*\)/g, ']')
    .trim();
}
