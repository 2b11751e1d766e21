import type { Call } from '../../contract/call.ts';
import { recordExport } from '../../server/admin/audit/audit-rules.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import type { ListedPage } from '../../server/platform/http/paging.ts';
import { type AdminContext, type Command, command, type Flag, type Input, parse } from './command.ts';

/** The definition of a command that lists something. */
interface Listed<Query extends Page, Item> {
  /** The call of the list, whose query follows from the flags, and the call of its file, if it has one. */
  calls: readonly [Call & { query: Parameters<typeof parse<Query>>[0] }, ...Call[]];
  flags?: Record<string, Flag>;
  /** The name of the list in the audit log, which records complete exports. */
  list: string;
  read(context: AdminContext, query: Query): Promise<ListedPage<Item>>;
  line(item: Item): (string | number | boolean | null | undefined)[];
}

interface Page {
  limit: number;
  after?: string | undefined;
}

const PAGING: Record<string, Flag> = {
  limit: { hint: 'N', about: 'how many, 100 by default' },
  after: { hint: 'CURSOR', about: 'continues where the last page ended' },
  all: { about: 'reads the whole list, and records this in the audit log' },
};

export const SEARCH: Record<string, Flag> = {
  search: { hint: 'TEXT', about: 'only entries whose name, address or inbox contains this text' },
  sort: { hint: 'COLUMN', about: 'a column, or - and a column for descending order' },
};

/** Creates the command that reads a list page by page, or completely with `--all`. */
export function listCommand<Query extends Page, Item>(
  name: string,
  about: string,
  { calls, flags = {}, list, read, line }: Listed<Query, Item>,
): Command {
  return command(name, about, {
    calls,
    flags: { ...flags, ...PAGING },
    async run(context, input) {
      const typed = typedQuery(input);
      const first = parse(calls[0].query, typed);
      const isWhole = input.switches.has('all');
      if (isWhole) await recordExport(context.db, COMMAND_LINE, list, typed);
      let page = await read(context, isWhole ? { ...first, limit: 500 } : first);
      const items = page.items;
      while (isWhole && page.next !== undefined) {
        page = await read(context, { ...first, limit: 500, after: page.next });
        items.push(...page.items);
      }
      return { items, next: page.next ?? null };
    },
    lines: ({ items, next }) => [
      ...items.map((item) =>
        line(item)
          .map((cell) => cell ?? '-')
          .join('  '),
      ),
      ...(items.length === 0 ? ['Nothing to list.'] : []),
      ...(next === null ? [] : [`More: --after ${next}`]),
    ],
  });
}

function typedQuery({ flags }: Input): Record<string, string> {
  const given = Object.entries(flags).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given);
}
