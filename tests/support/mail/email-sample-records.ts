import type { Insertable } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Database } from '../../../server/platform/db/database.ts';

/** The rows that emails about this handle read, and the addresses of the people in them. */
export async function recordsForEmails(db: Database, handle: string, person: string) {
  const owner = `owner-of-${handle}@inbox.example`;
  const closed = `closed-${handle}@inbox.example`;
  const invited = `invited-to-${handle}@inbox.example`;
  const expires = new Date('2026-12-06T12:00:00Z');
  const ownerId = await insertAccount(db, { email: owner });
  const inviterId = await insertAccount(db, { email: `${person}-${handle}@friends.example` });
  const closedId = await insertAccount(db, { email: closed, closed_at: new Date('2026-11-20T12:00:00Z') });
  const paidUntil = new Date('2027-11-22T12:00:00Z');
  const { id: handleId } = await db
    .insertInto('handles')
    .values({ handle, account_id: ownerId, paid_until: paidUntil })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: forwardingId } = await db
    .insertInto('forwardings')
    .values({ handle_id: handleId, pending_address: owner, pending_key: owner })
    .returning('id')
    .executeTakeFirstOrThrow();
  const invitation = { handle_id: handleId, role: 'manager', expires_at: expires };
  const memberId = await insertMember(db, { ...invitation, email: invited, invited_by: inviterId });
  const inboxMemberId = await insertMember(db, {
    ...invitation,
    account_id: inviterId,
    joined_at: new Date(),
    email: `${person}-${handle}@friends.example`,
    mail: true,
    pending_address: owner,
    pending_key: owner,
  });
  const { id: transferId } = await db
    .insertInto('handle_transfers')
    .values({ handle_id: handleId, email: invited, offered_by: inviterId, expires_at: expires })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: requestId } = await db
    .insertInto('support_requests')
    .values({
      account_id: ownerId,
      handle_id: handleId,
      subject: 'No mail arrives',
      text: 'Since Monday.',
      priority: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: answerId } = await db
    .insertInto('support_answers')
    .values({ request_id: requestId, text: 'Please check the address of your inbox.' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: codeId } = await db
    .insertInto('sign_in_codes')
    .values({ email: owner, browser_hash: Buffer.alloc(32), expires_at: expires })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subscriber = {
    handle_id: handleId,
    wording: 'News about my maps.',
    requested_at: new Date('2026-11-22T12:00:00Z'),
  };
  const insertSubscriber = async (email: string, confirmed_at: Date | null) => {
    const row = { ...subscriber, email, email_key: email.toLowerCase(), confirmed_at };
    return (await db.insertInto('page_subscribers').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const subscriberIds = {
    waiting: await insertSubscriber(closed, null),
    joined: await insertSubscriber(owner, new Date('2026-11-22T12:30:00Z')),
  };
  const former = `former-${handle}@inbox.example`;
  const changeIds = await insertChanges(db, { owner, former, ownerId, inviterId, closedId });
  const caseIds = await insertCases(db, handleId);
  const stranger = `nobody-near-${handle}@inbox.example`;
  return {
    owner,
    closed,
    invited,
    stranger,
    forwardingId,
    memberId,
    inboxMemberId,
    transferId,
    requestId,
    codeId,
    subscriberIds,
    caseIds,
    answerId,
    former,
    changeIds,
  };
}

/** Adds changes of sign-in addresses: changes that each address or a passkey confirms, a change to a taken address, and one that can be undone. */
async function insertChanges(
  db: Database,
  ids: { owner: string; former: string; ownerId: number; inviterId: number; closedId: number },
) {
  const at = new Date('2026-11-22T11:00:00Z');
  const common = { requested_at: at, expires_at: new Date('2026-11-23T11:00:00Z') };
  const insert = async (change: Omit<Insertable<DB['email_changes']>, keyof typeof common>) =>
    (
      await db
        .insertInto('email_changes')
        .values({ ...common, ...change })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const next = `next.${ids.owner}`;
  return {
    waiting: await insert({ account_id: ids.ownerId, old_email: ids.owner, new_email: next }),
    byPasskey: await insert({ account_id: ids.inviterId, old_email: ids.owner, new_email: next, by_passkey: true }),
    taken: await insert({ account_id: ids.closedId, old_email: ids.former, new_email: ids.owner }),
    changed: await insert({
      account_id: ids.ownerId,
      old_email: ids.former,
      new_email: ids.owner,
      state: 'changed',
      changed_at: at,
      undo_until: new Date('2026-11-29T11:00:00Z'),
    }),
  };
}

/** Adds a case for each decision about a page, and one that waits for it. */
async function insertCases(db: Database, handleId: number) {
  const at = new Date('2026-11-22T12:00:00Z');
  await db.insertInto('page_cases').values({ handle_id: handleId, opened_at: at }).execute();
  const insert = async (state: string, action: string | null) => {
    const { id } = await db
      .insertInto('page_cases')
      .values({
        handle_id: handleId,
        state,
        action,
        opened_at: at,
        decided_at: at,
        closed_at: at,
        reporter_answer: 'Thank you. We have acted.\nPlease report it again if it comes back.',
        owner_answer: 'The link “My bank” asks for passwords.\nThat breaks our terms.',
        ...(state !== 'upheld' && { appeal_text: 'It is my bank.', appeal_answer: 'We looked at it again.' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const report = { case_id: id, text: 'It asks for my password.', email: 'rita@reporters.example', created_at: at };
    await db
      .insertInto('page_reports')
      .values([
        { ...report, reason: 'phishing' },
        { ...report, reason: 'impersonation' },
      ])
      .execute();
    return id;
  };
  return {
    dismissed: await insert('dismissed', null),
    suspended: await insert('upheld', 'suspend'),
    hidden: await insert('upheld', 'hide-block'),
    asked: await insert('upheld', 'ask'),
    reversed: await insert('reversed', 'suspend'),
    confirmed: await insert('confirmed', 'suspend'),
  };
}

async function insertAccount(db: Database, account: Insertable<DB['accounts']>): Promise<number> {
  const { id } = await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function insertMember(db: Database, member: Insertable<DB['handle_members']>): Promise<number> {
  const { id } = await db.insertInto('handle_members').values(member).returning('id').executeTakeFirstOrThrow();
  return id;
}
