import { createHash } from 'node:crypto';
import type { ListView } from '../../../contract/documents.ts';
import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import { DEFAULT_WORDING } from '../../../contract/page-forms/page-forms.ts';
import { DAY } from '../../../contract/time.ts';
import type { DB } from '../../../db/schema.ts';
import type { OfferedForm } from '../../blocks/forms/form-page-rules.ts';
import { orderEmail } from '../../emails/rules.ts';
import { refusesEmails } from '../../forwarding/inbox-rules.ts';
import { countUse } from '../../limits/count-use.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { limitRefusal, type Refusal } from '../shared/refusal.ts';
import type { ListEmail } from './list-emails.ts';
import { readListToken } from './list-token-rules.ts';
import {
  confirmSubscription,
  deleteSubscription,
  findSubscription,
  requestSubscription,
} from './subscriptions-store.ts';

/**
 * Asks the owner of an address to confirm joining a list. Returns why the form is not accepted, or null. The result is
 * the same whether the address has already joined, has reached its quota of emails, or has blocked our emails.
 */
export async function requestToJoin(
  db: Database,
  { handleId, note }: OfferedForm,
  { email, network }: { email: string; network: string | undefined },
  now: Date,
): Promise<Refusal | null> {
  const detail = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  return db.transaction().execute(async (trx) => {
    const reached = await countUse(trx, { kind: 'subscribe-form', by: { handle: handleId, network }, detail }, now);
    if (reached) return reached.isRepeated ? null : limitRefusal(reached);
    const wording = note ?? DEFAULT_WORDING;
    const id = await requestSubscription(trx, { handleId, email, wording, at: now });
    if (id !== null && !(await refusesEmails(trx, email))) await orderConfirmation(trx, { to: email, id }, now);
    return null;
  });
}

/** Orders the email with the button; drops it if the address has reached its quota of such emails. */
async function orderConfirmation(
  trx: Transaction<DB>,
  { to, id }: { to: string; id: string },
  now: Date,
): Promise<void> {
  try {
    await orderEmail<ListEmail>(trx, { kind: 'list-confirm', to, subscriberId: id }, now, { kind: 'list' });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too_many_emails')) throw error;
  }
}

interface Parts {
  db: Database;
  secrets: string[];
}

/** Returns a subscription that is confirmed or can still be confirmed; undefined otherwise. */
async function liveSubscription(db: Queryable, secrets: string[], token: string, now: Date) {
  const id = readListToken(secrets, token);
  const found = id === null ? undefined : await findSubscription(db, id);
  if (found?.state !== 'active') return undefined;
  const isWaiting = found.confirmed_at === null;
  return isWaiting && found.requested_at.getTime() + KEPT_DAYS.listRequests * DAY <= now.getTime() ? undefined : found;
}

/**
 * Returns what the page of a link in a list email shows. Opening the page changes nothing, because mail scanners follow links.
 */
export async function viewList(
  { db, secrets }: Parts,
  token: string,
  act: 'confirm' | 'leave',
  now: Date,
): Promise<ListView> {
  const found = await liveSubscription(db, secrets, token, now);
  if (!found) return { state: act === 'leave' && readListToken(secrets, token) !== null ? 'left' : 'invalid' };
  const { handle, email, wording } = found;
  const state = act === 'confirm' && found.confirmed_at !== null ? 'confirmed' : act;
  return { state, handle, email, wording };
}

/** Confirms a subscription. Can be repeated. */
export async function joinList({ db, secrets }: Parts, token: string, now: Date): Promise<ListView> {
  const found = await liveSubscription(db, secrets, token, now);
  if (!found) return { state: 'invalid' };
  const { id, handle, email: to, wording } = found;
  await db.transaction().execute(async (trx) => {
    if (!(await confirmSubscription(trx, id, now))) return;
    await orderEmail<ListEmail>(trx, { kind: 'list-joined', to, subscriberId: id }, now, { kind: 'list' }).catch(
      (error) => {
        if (!(error instanceof ApiError && error.code === 'too_many_emails')) throw error;
      },
    );
  });
  return { state: 'confirmed', handle, email: to, wording };
}

/** Deletes a subscription, or a request for one. Can be repeated, and works even while the page is off. */
export async function leaveList({ db, secrets }: Parts, token: string): Promise<ListView> {
  const id = readListToken(secrets, token);
  if (id === null) return { state: 'invalid' };
  const found = await findSubscription(db, id);
  await deleteSubscription(db, id);
  return { state: 'left', ...(found && { handle: found.handle, email: found.email }) };
}
