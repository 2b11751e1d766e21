import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountExport } from '../../contract/accounts/account-export.ts';
import { DAY } from '../../contract/time.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import { createDepartingPerson, type DepartingPerson, runNightlyJobs } from '../support/api/departing-person.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { fillSending } from '../support/api/sending-rows.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let departing: DepartingPerson;
let ada: DepartingPerson['ada'];
let number: number;
let [handle, email, inbox, bio, picture] = ['', '', '', '', ''];
beforeEach(async () => {
  departing = await createDepartingPerson(server);
  ({ ada, number, handle, email, inbox, bio, picture } = departing);
});

/** Returns how mail to a handle is handled. */
const mailTo = (name: string) => createDirectory(server.db, []).resolve(name);

describe('the account export', () => {
  it('exports everything that is stored about a person in one file', async () => {
    await server.storage.put(`pictures/${picture}-512.webp`, Buffer.from('webp'), '');
    const response = await ada.request('GET', '/api/account/export');
    expect(response.status).toBe(200);
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="nameplate-\d{4}-\d\d-\d\d\.json"$/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(accountExport.parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({
      host: 'localhost:3000',
      account: { id: departing.accountId, email, emailVisible: true, isAdmin: false },
      picture: {
        address: `/media/${picture}-256.webp`,
        data: `data:image/webp;base64,${Buffer.from('webp').toString('base64')}`,
      },
      banner: null,
      handles: [
        {
          handle,
          address: `${handle}@localhost`,
          plan: 'Free',
          status: 'active',
          displayName: departing.displayName,
          bio,
          profilePicture: 'https://pictures.example/ada.png',
          template: 'neon',
          socialLinks: [{ platform: 'github', username: `adabyron${number}`, isActive: true }],
          forwarding: { inbox, pendingInbox: null, isActive: true },
        },
      ],
      sessions: [{ createdAt: expect.any(String) }],
      uploads: [{ kind: 'banner', receivedAt: null }],
      emailsSent: [expect.any(String)],
      mailedLinks: [{ purpose: 'claim', handle, usedAt: expect.any(String) }],
      queuedMail: [],
    });
  });

  it('exports what the person wrote to support, and nothing that others wrote', async () => {
    const { id: handleId } = (await ada.request('GET', '/api/handles')).body[0];
    const words = { subject: 'No mail', text: 'Since Monday.' };
    const { id } = (await ada.request('POST', '/api/support', { ...words, handleId, attachDeliveries: true })).body;
    await server.db.insertInto('support_answers').values({ request_id: id, text: 'Try again.' }).execute();
    const other = new Person(server);
    await other.claim(`writes-too-${number}`, `writes.${number}@private.example`);
    await other.request('POST', '/api/support', { subject: 'Secret', text: 'Secret' });
    expect((await ada.request('GET', '/api/account/export')).body.supportRequests).toEqual([
      {
        ...words,
        handle,
        attachedDeliveries: true,
        plan: 'Free',
        priority: false,
        state: 'open',
        createdAt: expect.any(String),
        answeredAt: null,
        closedAt: null,
        answers: [{ text: 'Try again.', answeredAt: expect.any(String) }],
      },
    ]);
  });

  it('exports the sending data and the contacts of a handle', async () => {
    const { id } = (await ada.request('GET', '/api/handles')).body[0];
    expect((await ada.request('GET', '/api/account/export')).body.handles[0].sending).toEqual({
      appPasswords: [],
      settings: null,
      usage: [],
      suppressed: [],
      contacts: [],
      autoReply: null,
      autoReplyRecipients: [],
    });
    await fillSending(server, id, 'known.example');
    const other = new Person(server);
    await other.claim(`knows-others-${number}`, `others.${number}@private.example`);
    await fillSending(server, (await other.request('GET', '/api/handles')).body[0].id, 'unknown.example');
    const response = await ada.request('GET', '/api/account/export');
    expect(accountExport.parse(response.body)).toEqual(response.body);
    const [time, carol] = [expect.any(String), 'carol@known.example'];
    expect(response.body.handles[0].sending).toEqual({
      appPasswords: [{ name: 'Laptop', createdAt: time, lastUsedAt: time, lastUsedFrom: '192.0.2.x' }],
      settings: {
        replyMode: 'reply',
        allowInboxInText: false,
        firstSentAt: time,
        pausedAt: time,
        pauseReason: 'bounces',
        resumedAt: time,
      },
      usage: [{ hour: time, recipients: 3, bounces: 2, complaints: 1 }],
      suppressed: [{ address: 'gone@known.example', enhanced: '5.1.1', createdAt: time }],
      contacts: [
        {
          address: carol,
          name: 'Carol',
          blocked: false,
          replyAddressUsedAt: time,
          lastReceivedAt: time,
          lastSentAt: null,
          addedAt: null,
          createdAt: time,
        },
      ],
      autoReply: {
        enabled: true,
        subject: 'Away',
        text: 'Write to my colleague@known.example',
        from: time,
        until: time,
        every: 7,
        audience: 'contacts',
      },
      autoReplyRecipients: [{ address: carol, repliedAt: time }],
    });
    const { token } = await server.db
      .selectFrom('contacts')
      .select('token')
      .where('handle_id', '=', id)
      .executeTakeFirstOrThrow();
    for (const secret of ['unknown.example', String(token)]) expect(response.text).not.toContain(secret);
  });

  it("exports the person's queued mail, and no data of other accounts", async () => {
    await sql`insert into mail_messages (id, report_to, utf8, size) values (${handle}, 'friend@other.example', false, 4711)`.execute(
      server.db,
    );
    await sql`insert into mail_recipients (id, message_id, sender, destination, domain, recipient, key, next_try_at, last_words)
      values (${handle}, ${handle}, 'friend@other.example', ${inbox}, 'work.example', ${`${handle}+x@localhost`}, ${handle},
        now() + interval '1 day', '452 full')`.execute(server.db);
    const mine = await ada.request('GET', '/api/account/export');
    expect(mine.body.queuedMail).toMatchObject([
      { recipient: `${handle}+x@localhost`, sender: 'friend@other.example', bytes: 4711, lastReply: '452 full' },
    ]);
    const other = new Person(server);
    await other.claim(`somebody-else-${number}`, `else.${number}@private.example`);
    const theirs = await other.request('GET', '/api/account/export');
    expect(theirs.body.handles).toHaveLength(1);
    expect(theirs.body.queuedMail).toEqual([]);
    for (const needle of ['Ada', 'ada-', inbox, email, 'friend']) expect(theirs.text).not.toContain(needle);
    await sql`delete from mail_messages where id = ${handle}`.execute(server.db);
  });

  it('exports no secret and no hash of a secret', async () => {
    await fillSending(server, (await ada.request('GET', '/api/handles')).body[0].id, 'known.example');
    const { text } = await ada.request('GET', '/api/account/export');
    expect(text).not.toContain(ada.cookies.get('nameplate'));
    const hashes = await server.db
      .selectFrom('sessions')
      .select('token_hash')
      .union(server.db.selectFrom('mailed_links').select('token_hash'))
      .union(server.db.selectFrom('app_passwords').select('secret_hash as token_hash'))
      .execute();
    expect(hashes.length).toBeGreaterThan(1);
    for (const { token_hash } of hashes) {
      for (const form of ['hex', 'base64', 'base64url'] as const) expect(text).not.toContain(token_hash.toString(form));
    }
    expect(text).not.toMatch(/upload\d|[_]key|hash"/);
  });
});

describe('account deletion', () => {
  it('does not begin the deletion before the button on the page of the magic link is pressed', async () => {
    const link = await departing.deletionLink();
    const page = await ada.request('GET', link);
    expect(page.status).toBe(200);
    expect(page.text.replace(/<[^>]*>/g, '')).toContain(`Delete the account ${email}`);
    expect(page.text.replace(/<[^>]*>/g, '')).toMatch(/The page of your handle goes offline, mail to it is refused/);
    expect(page.text).not.toContain('<script');
    expect((await ada.request('GET', '/api/user')).status).toBe(200);
    expect((await departing.handleRow())?.state).toBe('active');
  });

  it('ends all sessions, removes the page and rejects mail, and keeps the handle reserved (attack 40)', async () => {
    const elsewhere = new Person(server);
    await departing.signIn(elsewhere);
    expect((await new Person(server).request('GET', `/${handle}`)).status).toBe(200);
    await ada.request('POST', '/api/send-login-magic-link', { email });
    const signInLetter = (await server.sentEmails()).find(({ text }) => text?.includes('/link/'));
    const link = await departing.deletionLink();
    const button = await ada.request('POST', link);
    expect([button.status, button.headers.location]).toEqual([303, link]);

    const after = await ada.request('GET', link);
    expect(after.status).toBe(200);
    expect(after.text).toContain('Your account is closed');
    expect(after.text).not.toContain('<form');
    for (const person of [ada, elsewhere]) expect((await person.request('GET', '/api/user')).status).toBe(401);
    expect((await departing.handleRow())?.state).toBe('quarantined');
    server.pageCache.drop(handle);
    const stranger = new Person(server);
    expect((await stranger.request('GET', `/${handle}`)).status).toBe(404);
    expect((await stranger.request('GET', `/api/profile/${handle}`)).status).toBe(404);
    expect((await stranger.request('GET', `/${handle}/card.png`)).status).toBe(404);
    expect((await stranger.request('GET', '/sitemap-1.xml')).text).not.toContain(`/${handle}<`);
    expect(await mailTo(handle)).toMatchObject({ kind: 'refuse', code: 550 });
    // A sign-in link from before the deletion is invalid.
    expect((await stranger.request('POST', linkIn(signInLetter?.text))).status).toBe(410);
    expect((await stranger.request('GET', '/api/user')).status).toBe(401);

    expect((await stranger.request('GET', `/api/check-handle/${handle}`)).body).toEqual({
      available: false,
      reason: 'taken',
    });
    const claim = { email: 'late@private.example', handle };
    expect((await stranger.request('POST', '/api/send-magic-link', claim)).status).toBe(409);
  });

  it('rejects a session that was created while the account was being closed', async () => {
    await departing.leave();
    const cookie = { cookie: 'nameplate=slipped-in' };
    const { hashToken } = await import('../../server/platform/crypto/secrets.ts');
    const values = { account_id: departing.accountId, token_hash: hashToken('slipped-in') };
    await server.db
      .insertInto('sessions')
      .values({ ...values, expires_at: new Date(Date.now() + 400 * DAY) })
      .execute();
    expect((await new Person(server).request('GET', '/api/user', undefined, cookie)).status).toBe(401);
    await departing.signIn(new Person(server));
    expect((await new Person(server).request('GET', '/api/user', undefined, cookie)).status).toBe(401);
  });

  it('restores everything when the person signs in during the grace period', async () => {
    await server.db.updateTable('handles').set({ state: 'active' }).where('handle', '=', handle).execute();
    const resting = `${handle}-rests`;
    const bad = `${handle}-bad`;
    const since = new Date('2026-01-02T03:04:05Z');
    const id = departing.accountId;
    await server.db
      .insertInto('handles')
      .values([
        { handle: resting, account_id: id, state: 'resting', quarantined_at: since },
        { handle: bad, account_id: id, state: 'suspended' },
      ])
      .execute();
    const before = (await ada.request('GET', '/api/handles')).body;
    await departing.leave();
    server.advance(13 * DAY);
    await runNightlyJobs(server);
    await ada.request('POST', '/api/send-login-magic-link', { email });
    const [sentEmail] = await server.sentEmails();
    expect(sentEmail?.subject).toBe('Your closed account on localhost:3000');
    expect(sentEmail?.text).toMatch(/will\s+be\s+erased\s+on\s+\d+\s+\w+\s+\d{4}/);
    expect((await ada.request('POST', linkIn(sentEmail?.text))).status).toBe(303);
    expect((await ada.request('GET', '/api/handles')).body).toEqual(before);
    expect(await mailTo(handle)).toMatchObject({ kind: 'forward', destination: inbox });
    server.pageCache.drop(handle);
    expect((await ada.request('GET', `/${handle}`)).status).toBe(200);
    const rows = server.db.selectFrom('handles').select(['state_before', 'quarantined_at']).orderBy('id');
    expect(await rows.where('account_id', '=', id).execute()).toEqual([
      { state_before: null, quarantined_at: null },
      { state_before: null, quarantined_at: since },
      { state_before: null, quarantined_at: null },
    ]);
    // The restored account is not erased later.
    server.advance(30 * DAY);
    await runNightlyJobs(server);
    expect((await departing.handleRow())?.state).toBe('active');
  });

  it('restores the account when the person claims another handle', async () => {
    await departing.leave();
    await new Person(server).claim(`${handle}-two`, email);
    expect((await departing.handleRow())?.state).toBe('active');
  });

  it('limits deletion emails to the email limit of the inbox', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await ada.request('DELETE', '/api/account')).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    await server.sentEmails();
  });
});
