import type pg from 'pg';
import { HANDLE_SORTS, PROFILE_SORTS, USER_SORTS } from '../../contract/admin/admin.ts';
import { dashboardStats } from '../../server/admin/dashboard/dashboard-rules.ts';
import { listAllHandles } from '../../server/admin/handles/handles-rules.ts';
import { listProfiles } from '../../server/admin/profiles/profiles-rules.ts';
import { listUsers } from '../../server/admin/users/users-rules.ts';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import { type ListQuery, lookUp } from './measure-list.ts';

const settings = { adminEmails: ['admin@example.test'] };

type Read = (
  db: Database,
  wanted: { limit: number; sort?: string; search?: string; after?: string },
) => Promise<{ items: unknown[] }>;

const LISTS = {
  users: {
    read: ((db, wanted) => listUsers(db, settings, wanted)) as Read,
    sorts: USER_SORTS,
    // Sort expressions for the cursor of a page at 90 percent of the list.
    deep: {
      id: 'id::text',
      email: 'lower(email) collate "C"',
      createdAt: 'created_at',
      emailVerified: 'email_verified_at is not null',
    },
    table: 'accounts',
  },
  handles: {
    read: listAllHandles as Read,
    sorts: HANDLE_SORTS,
    deep: { id: 'id::text', handle: 'handle collate "C"', status: 'state' },
    table: 'handles',
  },
  profiles: {
    read: listProfiles as Read,
    sorts: PROFILE_SORTS,
    deep: { id: 'id::text', displayName: `coalesce(display_name, '') collate "C"` },
    table: 'handles',
  },
} as const;

/**
 * Searches that match about a hundred rows, several thousand, many, and many rows only at the end of the list; the beginning of many names and the
 * middle of a name; one inbox, all inboxes of a domain, and those of members; and a part of every address.
 */
const NAMES = ['bob99', 'bob9', 'bob', 'zoe', 'bo', '9999'];
const INBOXES = ['box77@mail77.example', '@mail77.example', '@work70.example', 'mail77'];
const SEARCHES = {
  users: [...NAMES, ...INBOXES, 'inbox.example', '@inbox'],
  handles: [...NAMES, ...INBOXES, '-of-the-north'],
  profiles: [...NAMES, 'of-the', 'Grace1'],
};

/** Returns the queries of each list, by title. */
export async function listQueriesOf(pool: pg.Pool, people: number): Promise<Record<string, ListQuery[]>> {
  const db = openDatabase(pool);
  const all: Record<string, ListQuery[]> = {};
  for (const [name, list] of Object.entries(LISTS)) {
    const query = (what: string, wanted: Omit<Parameters<Read>[1], 'limit'>): ListQuery => ({
      what,
      read: async (on) => (await list.read(on, { limit: 100, ...wanted })).items.length,
    });
    const queries = list.sorts.flatMap((sort) =>
      [sort, `-${sort}`].map((way) => query(`first page by ${way}`, { sort: way })),
    );
    for (const [sort, value] of Object.entries(list.deep)) {
      const cursor = await lookUp(
        db,
        `select id || '~' || (${value})::text as value from ${list.table} order by ${value}, id offset ${Math.floor(people * 0.9)} limit 1`,
      );
      const [id = '', text = ''] = cursor.split('~');
      const after = sort === 'id' ? id : `${id}~${Buffer.from(text).toString('base64url')}`;
      queries.push(query(`page at nine tenths by ${sort}`, { sort, after }));
    }
    for (const search of SEARCHES[name as keyof typeof SEARCHES]) {
      const other = list.sorts.at(-1) ?? 'id';
      queries.push(
        query(`search ${search}`, { search }),
        query(`search ${search} by -${other}`, { search, sort: `-${other}` }),
      );
    }
    all[`The list of ${name}, 100 per page`] = queries;
  }
  all['The dashboard'] = [
    { what: 'the three counts', read: async (on) => (await dashboardStats(on)).users, isGoal: false },
  ];
  return all;
}
