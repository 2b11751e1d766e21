import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns a line for each relative link of a page whose file or heading does not exist. `root` is the folder of the project. */
export function brokenLinks(page: string, markdown: string, root: string): string[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].flatMap(
    ([, link, source]) => {
      const [path = '', heading] = (link ?? source ?? '').split('#');
      if (/^[a-z]+:/i.test(path)) return [];
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) return [`${page}: the link to ${path} leads nowhere`];
      const isThere = heading === undefined || anchorsOf(readFileSync(join(root, file), 'utf8')).has(heading);
      return isThere ? [] : [`${page}: ${file} has no heading #${heading}`];
    },
  );
}

/** Returns the anchors of a page, as GitHub generates them from headings. */
function anchorsOf(markdown: string): Set<string> {
  const titles = [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}
