import type { DB } from '../../../db/schema.ts';
import { inboxKey } from '../../addresses/inbox-key.ts';
import { orderWarning } from '../../emails/rules.ts';
import { maskAddress } from '../../emails/shared/mask-address.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { InboxRefuses } from '../emails/inbox-refuses-email.ts';
import { REFUSALS_TO_TELL } from '../shared/mail-state.ts';
import type { InboxSign } from '../shared/write-deliveries-store.ts';
import {
  type CountedInbox,
  clearRefusals,
  countRefusals,
  type InboxKind,
  type Refusals,
} from './inbox-refusals-store.ts';

/** What an attempt revealed about an inbox; `id` is that of the handle, or of the member who owns the inbox. */
export interface SeenInbox {
  inbox: InboxKind;
  id: number;
  sign: InboxSign;
}

/** An inbox to which nothing is forwarded until its owner acts. */
export interface PausedInbox {
  handle: string;
  isMember: boolean;
}

export const MAIL_STATE_QUOTA = { kind: 'own', about: 'mail-state' } as const;

const KINDS = ['first', 'second', 'member'] as const;
/** In the order of precedence among several signs of one inbox in a batch. */
const REFUSALS = ['gone', 'full', 'down'] as const;

/**
 * Counts the consecutive attempts that an inbox did not accept, in the same way for first, second and members' inboxes. The
 * third consecutive refusal because the inbox does not exist or is full orders an email to the account. A delivery resets the
 * count, so that the next outage orders another email. Returns the inboxes that are now paused because they do not exist.
 */
export async function recordInboxes(db: Database, seen: SeenInbox[], now: Date): Promise<PausedInbox[]> {
  const paused: PausedInbox[] = [];
  for (const inbox of KINDS) {
    const ofKind = seen.filter((one) => one.inbox === inbox);
    const accepting = new Set(ofKind.filter(({ sign }) => sign === 'takes-mail').map(({ id }) => id));
    if (accepting.size > 0) await clearRefusals(db, inbox, [...accepting]);
    // The attempts of a batch have no order, so an inbox that accepted one of these messages is taken to work.
    const refusals = refusalsOf(ofKind.filter(({ id }) => !accepting.has(id)));
    if (refusals.length === 0) continue;
    await db.transaction().execute(async (trx) => {
      for (const counted of await countRefusals(trx, inbox, refusals, now)) {
        if (counted.before < REFUSALS_TO_TELL && counted.refusals >= REFUSALS_TO_TELL)
          await tell(trx, inbox, counted, now);
        if (counted.paused) paused.push({ handle: counted.handle, isMember: inbox === 'member' });
      }
    });
  }
  return paused;
}

function refusalsOf(seen: SeenInbox[]): Refusals[] {
  const byId = Map.groupBy(
    seen.filter(({ sign }) => sign !== 'takes-mail'),
    ({ id }) => id,
  );
  return [...byId].map(([id, signs]) => {
    const kind = REFUSALS.find((refusal) => signs.some(({ sign }) => sign === refusal)) ?? 'down';
    return { id, kind, count: signs.filter(({ sign }) => sign === kind).length };
  });
}

/** Orders the email about an inbox that refuses mail, unless it would go to that inbox. */
async function tell(trx: Transaction<DB>, inbox: InboxKind, counted: CountedInbox, now: Date): Promise<void> {
  const { refusal, account_email: to, address, handle, handle_id: handleId } = counted;
  if (refusal === 'down' || to === null || inboxKey(to) === inboxKey(address)) return;
  const shown = { inbox, handle, handleId, address: maskAddress(address), why: refusal };
  await orderWarning<InboxRefuses>(trx, { kind: 'inbox-refuses', to, ...shown }, now, MAIL_STATE_QUOTA);
}
