import {
  type AutoReply,
  type AutoReplyChange,
  type AutoReplyPreview,
  withSenderName,
} from '../../contract/sending/auto-reply.ts';
import type { DB } from '../../db/schema.ts';
import { changedFields, editHandle } from '../activity/shared/edit-handle.ts';
import { isEntitled } from '../handle-access/entitlement.ts';
import { lockHandle, requireHandle } from '../handle-access/handle-access.ts';
import type { HandleAccess } from '../handle-access/handle-access-store.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { withVersion } from '../platform/http/cache/etag-versions.ts';
import type { Target } from '../platform/http/call-server.ts';
import { findAutoReply, findReplySender, saveAutoReply } from './store.ts';

/** The initial reply of a handle without a saved one. */
const FIRST: AutoReplyChange = {
  enabled: false,
  subject: 'Thank you for your message',
  text: 'Hi {name},\n\nThank you for your message. I am away at the moment and will reply when I am back.',
  from: null,
  until: null,
  every: 7,
  audience: 'everybody',
};

const FIELDS = Object.keys(FIRST) as (keyof AutoReplyChange)[];

/** The sender in a preview. */
const EXAMPLE = { name: 'Alex', address: 'alex@example.com' };

/** Returns the automatic reply of a handle, even if its plan no longer allows one: nothing is deleted when a plan ends. */
export async function readAutoReply(db: Queryable, at: Target): Promise<AutoReply> {
  return toResponse(db, await requireHandle(db, at));
}

/**
 * Replaces the automatic reply of a handle. Throws `plan_without_auto_reply` if the reply is switched on and the plan
 * does not include it, and `version_conflict` if the stored version is not the expected one.
 */
export async function changeAutoReply(db: Database, at: Target, change: AutoReplyChange): Promise<AutoReply> {
  return editHandle(db, at, {
    read: toResponse,
    async write(trx, handle) {
      if (change.enabled && !isEntitled(handle, 'auto-reply')) throw new ApiError('plan_without_auto_reply');
      const { enabled, subject, text, from, until, every, audience } = change;
      await saveAutoReply(trx, handle.id, {
        enabled,
        subject,
        text,
        every_days: every,
        audience,
        starts_at: from === null ? null : new Date(from),
        ends_at: until === null ? null : new Date(until),
      });
      return [];
    },
    done: (before, after) => changedFields('auto-reply.changed', FIELDS, before, after),
  });
}

/** Returns a reply as an example sender would get it. */
export async function exampleReply(
  { db, mailDomain }: { db: Queryable; mailDomain: string },
  at: Target,
  { subject, text }: { subject: string; text: string },
): Promise<AutoReplyPreview> {
  const { id, handle } = await requireHandle(db, at);
  const address = `${handle}@${mailDomain}`;
  const name = (await findReplySender(db, id))?.display_name ?? '';
  return {
    from: name === '' ? address : `${name} <${address}>`,
    to: EXAMPLE.address,
    subject: withSenderName(subject, EXAMPLE.name),
    text: withSenderName(text, EXAMPLE.name),
  };
}

/** A saved reply, with the handle and inbox for its test. */
export interface AutoReplyTest {
  handleId: number;
  handle: string;
  name: string;
  subject: string;
  text: string;
  /** The owner's verified inbox. */
  inbox: string;
}

/** Returns the saved reply as a test sends it to the owner. Throws `plan_without_auto_reply` and `no_inbox`. */
export async function autoReplyToTest(trx: Transaction<DB>, at: Target): Promise<AutoReplyTest> {
  const handle = await lockHandle(trx, at);
  if (!isEntitled(handle, 'auto-reply')) throw new ApiError('plan_without_auto_reply');
  const { display_name: name = null, address: inbox = null } = (await findReplySender(trx, handle.id)) ?? {};
  if (inbox === null) throw new ApiError('no_inbox');
  const saved = (await findAutoReply(trx, handle.id)) ?? FIRST;
  const [subject, text] = [saved.subject, saved.text].map((one) => withSenderName(one, EXAMPLE.name)) as [
    string,
    string,
  ];
  return { handleId: handle.id, handle: handle.handle, name: name ?? '', subject, text, inbox };
}

async function toResponse(db: Queryable, handle: HandleAccess): Promise<AutoReply> {
  const row = await findAutoReply(db, handle.id);
  const saved: AutoReplyChange = row
    ? {
        enabled: row.enabled,
        subject: row.subject,
        text: row.text,
        every: row.every_days,
        from: row.starts_at?.toISOString() ?? null,
        until: row.ends_at?.toISOString() ?? null,
        audience: row.audience === 'contacts' ? 'contacts' : 'everybody',
      }
    : FIRST;
  return withVersion({ ...saved, entitled: isEntitled(handle, 'auto-reply') });
}
