import type { Directory, Resolution } from '../../../mail/host/directory.ts';
import { type Destination, destinationsOf } from '../../forwarding/shared/destinations-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { createBatcher } from './batcher.ts';

const refuse = (enhanced: string, text: string, key?: string): Resolution => ({
  kind: 'refuse',
  code: 550,
  enhanced,
  text,
  ...(key !== undefined && { key }),
});

/** RFC 5321 4.5.1 and RFC 2142: these two always reach a person. */
const ROLES = new Set(['postmaster', 'abuse']);

/** The name before any `+tag`, which is the owner's own business. */
export function handleIn(local: string): string {
  return local.replace(/\+.*$/s, '');
}

/** Who may receive mail here: verified handles as their owners wish, and the role mailboxes. */
export function createDirectory(db: Database, adminEmails: string[]): Directory {
  // Most recipients get mail seldom, so the database is asked about most of them: together where many come at once.
  const find = createBatcher<string, Destination | undefined>(
    async (names) => {
      const found = await destinationsOf(db, names);
      return names.map((name) => found.get(name));
    },
    { most: 64, atOnce: 2, retryAlone: isAboutData },
  );
  return {
    async resolve(local) {
      const name = handleIn(local);
      if (ROLES.has(name)) return { kind: 'fanout', destinations: adminEmails, key: name };
      const row = await find(name);
      if (!row || row.state === 'quarantined' || row.state === 'suspended') {
        return refuse('5.1.1', 'No such address here');
      }
      if (row.state === 'resting') return refuse('5.1.1', 'This address is resting and takes no mail', name);
      if (row.address === null) return refuse('5.1.1', 'No such address here', name);
      if (row.is_active !== true) {
        if (row.when_off === 'drop') return { kind: 'drop', key: name };
        return refuse('5.2.1', 'This address takes no mail at the moment', name);
      }
      if (row.paused_at !== null) return refuse('5.1.1', 'This address takes no mail', name);
      const policy = {
        ...(row.backup_address !== null && { backup: row.backup_address }),
        ...(row.blocked.length > 0 && { blocked: new Set(row.blocked) }),
        ...(row.lists.length > 0 && { lists: new Set(row.lists) }),
      };
      return { kind: 'forward', destination: row.address, key: name, policy };
    },
  };
}

/** Whether the database minds something that it was given (class 22): one name, and not the others. */
function isAboutData(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
}
