import type { Text } from './find-texts.ts';

/** Returns the paragraphs of a page, without code, addresses and quotations, which have others' words. */
export function docTextsIn(markdown: string, file: string): Text[] {
  const texts: Text[] = [];
  let isCode = false;
  let paragraph: Text | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const isBreak = isCode || line.trim() === '' || /^\s*([-*|#>]|\d+\.|```|~~~)/.test(line);
    if (isBreak || paragraph === undefined) paragraph = { file, line: index + 1, text: '' };
    if (isCode) continue;
    if (paragraph.text === '') texts.push(paragraph);
    paragraph.text += `${line.trim()} `;
  }
  return texts.map((text) => ({ ...text, text: prose(text.text) })).filter(({ text }) => text !== '');
}

function prose(text: string): string {
  return text
    .replace(/`[^`]*`/g, '…')
    .replace(/"[^"]*"|“[^”]*”/g, '…')
    .replace(/\]\([^)]*\)/g, ']')
    .trim();
}
