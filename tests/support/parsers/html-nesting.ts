const VOID = new Set(['meta', 'br', 'img', 'hr', 'input', 'link']);
/** The elements that may contain an element, where HTML restricts them. A browser would move or add elements. */
const PARENTS: Record<string, string[]> = {
  tr: ['table', 'tbody', 'thead', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
};
/** Elements that only contain text and inline elements. */
const INLINE_ONLY = new Set(['p', 'h1', 'a', 'span', 'strong', 'title']);
const INLINE = new Set(['a', 'span', 'strong', 'br']);

/**
 * Returns what is wrong with the nesting of a document: tags without their counterpart, and elements in places from which a
 * browser would move them. Comments, among them the conditional ones of Outlook, are skipped.
 */
export function nestingErrors(html: string): string[] {
  const errors: string[] = [];
  const open: string[] = [];
  const source = html.replace(/<!--[\s\S]*?-->/g, '').replace(/<style>[\s\S]*?<\/style>/g, '');
  for (const [tag, slash, name = ''] of source.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?>/g)) {
    if (slash) {
      const last = open.pop();
      if (last !== name) errors.push(`${tag} closes ${last}`);
      continue;
    }
    const parent = open.at(-1) ?? '';
    if (PARENTS[name] && !PARENTS[name].includes(parent)) errors.push(`${tag} in ${parent}`);
    if (INLINE_ONLY.has(parent) && !INLINE.has(name)) errors.push(`${tag} in ${parent}`);
    if (name === 'a' && open.includes('a')) errors.push(`${tag} in another link`);
    if (!VOID.has(name)) open.push(name);
  }
  if (open.length > 0) errors.push(`not closed: ${open.join(' ')}`);
  const rest = source.replace(/<\/?[a-z][a-z0-9]*(?:\s+[a-z-]+="[^"<>]*")*>/g, '').replace('<!doctype html>', '');
  return /[<>]/.test(rest) ? [...errors, `malformed near ${/.{0,40}[<>].{0,40}/.exec(rest)?.[0]}`] : errors;
}
