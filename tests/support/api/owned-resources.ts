import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect } from 'vitest';
import { DAY, HOUR } from '../../../contract/time.ts';
import type { TestServer } from '../server/test-server.ts';
import type { DepartingPerson } from './departing-person.ts';
import type { Person } from './person.ts';
import type { OwnedResources } from './required-access.ts';
import { fillSending } from './sending-rows.ts';

/** Uploads a file for each picture, and requests a change of the verified address. */
export async function resourcesOf(
  server: TestServer,
  { ada, handle, inbox }: Pick<DepartingPerson, 'ada' | 'handle' | 'inbox'>,
): Promise<OwnedResources> {
  const png = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const send = async (call: string, body?: object) => {
    const { uploadURL } = (await ada.request('POST', call, body)).body;
    const headers = { 'content-type': 'image/png' };
    const { pathname, search } = new URL(uploadURL);
    const sent = await server.app.inject({ method: 'PUT', url: pathname + search, headers, payload: png });
    expect(sent.statusCode).toBe(200);
    return uploadURL;
  };
  const [{ id: handleId }] = (await ada.request('GET', `/api/handles?handle=${handle}`)).body;
  await ada.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: `next.${inbox}` });
  await server.sentEmails();
  const records: { id: number; handle: string }[] = (await ada.request('GET', '/api/email-forwarding')).body;
  const forwardingId = records.find((record) => record.handle === handle)?.id ?? 0;
  await ada.request('PATCH', `/api/email-forwarding/${forwardingId}/policy`, { backupEmail: `second.${inbox}` });
  await server.sentEmails();
  const flightId = `flight-to-${handle}`;
  await sql`insert into flights (id, handle_id, recipient, sender, author, client, size, state, received_at, events)
    values (${flightId}, ${handleId}, ${`${handle}@localhost`}, ${`carol.for.${handle}@senders.example`},
      ${`Carol for ${handle}`}, '192.0.2.7', 5120, 'under-way', now(), '[]')`.execute(server.db);
  const { sessionId, passkeyId } = await signInThings(server, ada);
  const domain = `known-to-${handle}.example`;
  await fillSending(server, handleId, domain);
  const { id: appPasswordId } = await server.db
    .selectFrom('app_passwords')
    .select('id')
    .where('handle_id', '=', handleId)
    .executeTakeFirstOrThrow();
  const { id: contactId } = await server.db
    .selectFrom('contacts')
    .select('id')
    .where('handle_id', '=', handleId)
    .executeTakeFirstOrThrow();
  const reader = `reader.of.${handle}@readers.example`;
  const { id: subscriberId } = await server.db
    .insertInto('page_subscribers')
    .values({
      handle_id: handleId,
      email: reader,
      email_key: reader,
      wording: `News of ${handle}`,
      requested_at: server.clock(),
      confirmed_at: server.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sending = { appPasswordId, contactId, subscriberId, suppressed: `gone@${domain}` };
  const pictures = {
    avatarUrl: await send('/api/avatars/upload'),
    bannerUrl: await send('/api/banners/upload'),
    pictureUrl: await send(`/api/handles/${handleId}/pictures/upload`, { kind: 'block' }),
  };
  const places = await fillTeam(server, handleId, handle);
  const decisionId = await fillReports(server, handleId);
  return {
    ...places,
    decisionId,
    handle,
    handleId,
    forwardingId,
    flightId,
    sessionId,
    passkeyId,
    ...sending,
    ...pictures,
  };
}

/** Adds a member and an invitation to a handle, and an invitation and an offer to its owner. */
async function fillTeam(
  { db, clock }: TestServer,
  handleId: number,
  handle: string,
): Promise<Pick<OwnedResources, 'memberId' | 'invitedId' | 'invitationId' | 'offerId'>> {
  const now = clock();
  const expires_at = new Date(now.getTime() + DAY);
  const { email: owner } = await db
    .selectFrom('handles')
    .innerJoin('accounts', 'accounts.id', 'handles.account_id')
    .select('accounts.email')
    .where('handles.id', '=', handleId)
    .executeTakeFirstOrThrow();
  const email = `friend.of.${handle}@friends.example`;
  const { id: friend } = await db.insertInto('accounts').values({ email }).returning('id').executeTakeFirstOrThrow();
  const { id: other } = await db
    .insertInto('handles')
    .values({ handle: `for-${handle}`, account_id: friend })
    .returning('id')
    .executeTakeFirstOrThrow();
  const place = (values: { handle_id: number; email: string; account_id?: number; joined_at?: Date }) =>
    db
      .insertInto('handle_members')
      .values({ role: 'editor', expires_at, ...values })
      .returning('id')
      .executeTakeFirstOrThrow();
  const { id: offerId } = await db
    .insertInto('handle_transfers')
    .values({ handle_id: other, email: owner, offered_by: friend, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    memberId: (await place({ handle_id: handleId, email, account_id: friend, joined_at: now })).id,
    invitedId: (await place({ handle_id: handleId, email: `invited.by.${handle}@friends.example` })).id,
    invitationId: (await place({ handle_id: other, email: owner })).id,
    offerId,
  };
}

/** Adds a report about the page of a handle, and the decision that it led to. */
async function fillReports({ db, clock }: TestServer, handleId: number): Promise<number> {
  const now = clock();
  const { id } = await db
    .insertInto('page_cases')
    .values({
      handle_id: handleId,
      state: 'upheld',
      opened_at: now,
      action: 'ask',
      decided_at: now,
      closed_at: now,
      owner_answer: 'Please change the first link.',
      reporter_answer: 'Thank you.',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const report = { reason: 'phishing', text: 'It asks for my password.', email: 'reporter@visitors.example' };
  await db
    .insertInto('page_reports')
    .values({ case_id: id, ...report, created_at: now })
    .execute();
  return id;
}

/** Adds a second session and a passkey to an account. */
async function signInThings(
  server: TestServer,
  person: Person,
): Promise<Pick<OwnedResources, 'sessionId' | 'passkeyId'>> {
  const { id: accountId } = (await person.request('GET', '/api/user')).body;
  const expires = new Date(server.clock().getTime() + HOUR);
  const other = await server.db
    .insertInto('sessions')
    .values({ account_id: accountId, token_hash: randomBytes(32), expires_at: expires })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = await server.db
    .insertInto('passkeys')
    .values({
      account_id: accountId,
      name: `Key of ${accountId}`,
      is_synced: true,
      credential_id: randomBytes(16),
      public_key: randomBytes(77),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId: other.id, passkeyId: key.id };
}

/** Returns every row of every table, jobs included. */
export async function everythingIn(server: TestServer): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ schema: string; name: string }>`select table_schema as schema, table_name as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')
    order by 1, 2`.execute(server.db);
  const tables: Record<string, unknown> = {};
  for (const { schema, name } of rows) {
    const { rows: held } = await sql`select to_jsonb(held) as row from ${sql.table(`${schema}.${name}`)} as held
      order by to_jsonb(held)::text`.execute(server.db);
    tables[`${schema}.${name}`] = held;
  }
  return tables;
}
