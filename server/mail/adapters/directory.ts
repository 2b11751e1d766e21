import { planHasFeature } from '../../../contract/payments/features.ts';
import type { Directory, Resolution } from '../../../mail/host/directory.ts';
import { type Destination, destinationsOf } from '../../forwarding/shared/destinations-store.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import { createBatcher } from '../../platform/db/batcher.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { systemClock } from '../../platform/jobs/clock.ts';
import { DMARC_REPORTS, TLS_REPORTS } from '../shared/report-addresses.ts';

const refuse = (enhanced: string, text: string, key?: string): Resolution => ({
  kind: 'refuse',
  code: 550,
  enhanced,
  text,
  ...(key !== undefined && { key }),
});

/** The reply while a handle that has lost its only inbox may get another one. */
const WAITS = {
  kind: 'refuse',
  code: 450,
  enhanced: '4.2.1',
  text: 'This address has no inbox at the moment, please try again later',
} as const;

/** Mailboxes that must reach a person (RFC 5321 4.5.1, RFC 2142). */
const ROLES = new Set(['postmaster', 'abuse']);

/**
 * Addresses in our DNS records to which other servers send reports about our mail. A handle with such a name keeps its mail.
 */
const REPORT_ADDRESSES = new Set<string>([DMARC_REPORTS, TLS_REPORTS]);

/** Returns the local part without its `+tag`, which owners choose freely. */
export function handleIn(local: string): string {
  return local.replace(/\+.*$/s, '');
}

/** Resolves recipients: handles with a verified inbox, according to their policies, and the role mailboxes. */
export function createDirectory(db: Queryable, adminEmails: string[], clock = systemClock): Directory {
  // Most recipients rarely get mail, so most lookups reach the database; concurrent ones share a query.
  const find = createBatcher<string, Destination | undefined>(
    async (names) => {
      const found = await destinationsOf(db, names, clock());
      return names.map((name) => found.get(name));
    },
    { maxSize: 64, concurrency: 2, retryAlone: isDataException },
  );
  return {
    async resolve(local) {
      const name = handleIn(local);
      if (ROLES.has(name)) return { kind: 'fanout', destinations: adminEmails, key: name };
      const row = await find(name);
      if (!row || row.state === 'quarantined' || row.state === 'suspended') {
        if (REPORT_ADDRESSES.has(name)) return { kind: 'reports', key: name };
        return refuse('5.1.1', 'No such address here');
      }
      if (row.state === 'resting') return refuse('5.1.1', 'This address is resting and does not accept mail', name);
      const others = row.members ?? [];
      if (row.address === null && others.length === 0) {
        return row.is_deferred ? { ...WAITS, key: name } : refuse('5.1.1', 'No such address here', name);
      }
      // The owner's switch applies to the whole handle, a pause only to the owner's inbox.
      if (row.is_active === false) {
        if (row.when_off === 'drop') return { kind: 'drop', key: name };
        return refuse('5.2.1', 'This address does not accept mail at the moment', name);
      }
      const own = row.paused_at === null ? row.address : null;
      if (own === null && others.length === 0) return refuse('5.1.1', 'This address does not accept mail', name);
      const hasReplies = planHasFeature(name, 'sending', row.common_features);
      const policy = {
        ...(hasReplies && { keepsContacts: true }),
        ...(hasReplies && row.reply_mode === 'reply' && { repliesThroughUs: true }),
        ...(own !== null && row.backup_address !== null && { backup: row.backup_address }),
        ...(row.blocked.length > 0 && { blocked: new Set(row.blocked) }),
        ...(row.lists.length > 0 && { lists: new Set(row.lists) }),
        ...(row.auto_reply && isEntitled(row, 'auto-reply') && { autoReply: true }),
      };
      return { kind: 'forward', destination: own, key: name, policy, ...(others.length > 0 && { others }) };
    },
  };
}

/** Returns whether the value of one name of the batch caused the error (SQLSTATE class 22). */
function isDataException(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
}
