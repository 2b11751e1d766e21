import type pg from 'pg';
import { HANDLE_SORTS, PROFILE_SORTS, USER_SORTS } from '../../contract/admin.ts';
import { dashboardStats } from '../../server/admin/dashboard/dashboard-rules.ts';
import { listAllHandles } from '../../server/admin/handles/handles-rules.ts';
import { listProfiles } from '../../server/admin/profiles/profiles-rules.ts';
import { listUsers } from '../../server/admin/users/users-rules.ts';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import { lookUp, type Reading } from './reading.ts';

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

/** Prefixes that match about a hundred rows, some thousand, many, and many rows at the end of the list only. */
const SEARCHES = {
  users: ['bob99', 'bob9', 'bob', 'zoe'],
  handles: ['bob99', 'bob9', 'bob', 'zoe'],
  profiles: ['bob99', 'bob9', 'bob', 'zoe'],
};

/** Returns the readings of each list by its title. */
export async function readingsOf(pool: pg.Pool, people: number): Promise<Record<string, Reading[]>> {
  const db = openDatabase(pool);
  const all: Record<string, Reading[]> = {};
  for (const [name, list] of Object.entries(LISTS)) {
    const reading = (what: string, wanted: Omit<Parameters<Read>[1], 'limit'>): Reading => ({
      what,
      read: async (on) => (await list.read(on, { limit: 100, ...wanted })).items.length,
    });
    const readings = list.sorts.flatMap((sort) =>
      [sort, `-${sort}`].map((way) => reading(`first page by ${way}`, { sort: way })),
    );
    for (const [sort, value] of Object.entries(list.deep)) {
      const cursor = await lookUp(
        db,
        `select id || '~' || (${value})::text as value from ${list.table} order by ${value}, id offset ${Math.floor(people * 0.9)} limit 1`,
      );
      const [id = '', text = ''] = cursor.split('~');
      const after = sort === 'id' ? id : `${id}~${Buffer.from(text).toString('base64url')}`;
      readings.push(reading(`page at nine tenths by ${sort}`, { sort, after }));
    }
    for (const search of SEARCHES[name as keyof typeof SEARCHES]) {
      const other = list.sorts.at(-1) ?? 'id';
      readings.push(
        reading(`search ${search}`, { search }),
        reading(`search ${search} by -${other}`, { search, sort: `-${other}` }),
      );
    }
    all[`The list of ${name}, 100 per page`] = readings;
  }
  all['The dashboard'] = [
    { what: 'the three counts', read: async (on) => (await dashboardStats(on)).users, isGoal: false },
  ];
  return all;
}
