/** The pages of docs/decisions by file name, such as `0040-name.md`. */
export type Decisions = Record<string, string>;

const LINE = /^- \[[^\]]*\]\((\d{4}-[\w-]+\.md)\).*$/gm;

/**
 * Returns the index of decisions with each line generated from its page: number, title, and the decisions that undo it.
 */
export function withDecisions(index: string, decisions: Decisions): string {
  return index.replace(LINE, (line, file: string) => {
    const text = decisions[file];
    if (text === undefined) return line;
    const title = /^# (.*)$/m.exec(text)?.[1] ?? file;
    const [, verb, by = ''] = /^\*\*(Superseded(?: in part)? by) (.*?)\*\*/m.exec(text) ?? [];
    const numbers = [...by.matchAll(/\[decision (\d+)\]/g)].map(([, number]) => number);
    return `- [${title}](${file})${verb ? `, ${verb.toLowerCase()} ${numbers.join(', ')}` : ''}`;
  });
}

/**
 * Returns a line for each decision that the index does not link exactly once, for each page whose title lacks its number, and for
 * each page whose first paragraph names a decision that undoes it in a form other than that of CONTRIBUTING.md.
 */
export function faultyDecisions(page: string, index: string, decisions: Decisions): string[] {
  const linked = [...index.matchAll(LINE)].map(([, file]) => file);
  return Object.entries(decisions).flatMap(([file, text]) => {
    const times = linked.filter((one) => one === file).length;
    const [title = '', first = ''] = text.split('\n\n');
    return [
      ...(times === 1 ? [] : [`${page}: ${file} is linked ${times} times`]),
      ...(title.startsWith(`# ${Number(file.slice(0, 4))}. `)
        ? []
        : [`docs/decisions/${file}: the title lacks its number`]),
      ...(/supersede|replaced by/i.test(title + first) &&
      !/^\*\*Superseded(?: in part)? by \[decision \d+\]\(\d{4}-[\w-]+\.md\)(?:(?:,| and) \[decision \d+\]\(\d{4}-[\w-]+\.md\))*\*\*: ./.test(
        first,
      )
        ? [`docs/decisions/${file}: write "**Superseded by [decision N](FILE)**: reason" below the title`]
        : []),
    ];
  });
}
