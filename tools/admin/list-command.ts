import { recordExport } from '../../server/admin/audit/audit-rules.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import type { AdminContext, Command, Flag, Input, Result } from './command.ts';
import { parse } from './command.ts';

interface Page<Item> {
  items: Item[];
  next: string | undefined;
}

/** The definition of a command that lists something. */
interface Listed<Query, Item> {
  name: string;
  about: string;
  /** The schema of the API for the query. */
  query: Parameters<typeof parse<Query>>[0];
  flags?: Record<string, Flag>;
  /** The name of the list in the audit log, which records complete exports. */
  list: string;
  read(context: AdminContext, query: Query & { limit: number }): Promise<Page<Item>>;
  line(item: Item): (string | number | boolean | null | undefined)[];
}

const PAGING: Record<string, Flag> = {
  limit: { hint: 'N', about: 'how many, 100 by default' },
  after: { hint: 'CURSOR', about: 'continues where the last page ended' },
  all: { about: 'reads the whole list, and records that in the audit log' },
};

export const SEARCH: Record<string, Flag> = {
  search: { hint: 'TEXT', about: 'only those with this in a name, an address or an inbox' },
  sort: { hint: 'COLUMN', about: 'a column, or - and a column for descending order' },
};

/** Makes the command that reads a list page by page, or as a whole with `--all`. */
export function listCommand<Query, Item>(definition: Listed<Query, Item>): Command {
  const { name, about, query, flags = {}, list, read, line } = definition;
  return {
    ...{ name, about, args: [], flags: { ...flags, ...PAGING } },
    async run(context, input): Promise<Result> {
      const typed = typedQuery(input);
      const first = parse(query, typed) as Query & { limit: number };
      const isWhole = input.switches.has('all');
      if (isWhole) await recordExport(context.db, COMMAND_LINE, list, typed);
      let page = await read(context, isWhole ? { ...first, limit: 500 } : first);
      const items = page.items;
      while (isWhole && page.next !== undefined) {
        page = await read(context, { ...first, limit: 500, after: page.next });
        items.push(...page.items);
      }
      const next = page.next ?? null;
      const lines = items.map((item) =>
        line(item)
          .map((cell) => (cell ?? '-') as string)
          .join('  '),
      );
      if (items.length === 0) lines.push('Nothing to list.');
      if (next !== null) lines.push(`More: --after ${next}`);
      return { data: { items, next }, lines };
    },
  };
}

function typedQuery({ flags }: Input): Record<string, string> {
  const given = Object.entries(flags).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given);
}
