import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACTIONS, type Activity, activities } from '../../contract/teams/teams.ts';
import { DAY } from '../../contract/time.ts';
import { recordActivity } from '../../server/activity/shared/record-activity-store.ts';
import { readAllPages } from '../support/api/admin.ts';
import { findInDatabase, runNightlyJobs } from '../support/api/departing-person.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { addMember, createColleague, createTeam, removeMember, type Team } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await createTeam(server);
});

const path = () => `/api/handles/${team.handleId}`;
const log = async (query = ''): Promise<Activity[]> => {
  const { status, body } = await team.owner.person.request('GET', `${path()}/activity${query}`);
  expect(status).toBe(200);
  return activities.parse(body);
};
/** Returns what a change adds to the log, oldest first. */
async function added(
  change: () => Promise<unknown>,
): Promise<[action: string, details: string[], by: string | null][]> {
  const [last] = await log('?limit=1');
  await change();
  const fresh = (await log('?limit=100')).filter(({ id }) => id > (last?.id ?? 0));
  return fresh.reverse().map(({ action, details, by }) => [action, details, by]);
}

describe('the activity of a handle', () => {
  it('the activity of a handle has each change with its fields and who made it, and nothing for a request that changes nothing', async () => {
    const { owner, manager, editor, things } = team;
    const request = async (who: Team['owner'] | Team['manager'], ...request: Parameters<typeof who.person.request>) => {
      const response = await who.person.request(...request);
      expect(response.status, `${request[0]} ${request[1]} ${response.text}`).toBeLessThan(300);
      return response;
    };
    const forwarding = `/api/email-forwarding/${things.forwardingId}`;
    const { email } = editor;
    const page = { displayName: 'Secret name', bio: 'Secret bio', bannerImage: 'https://secret.example/b.png' };
    const links = { socialLinks: [{ platform: 'github', username: 'secret' }] };
    const cases: [request: () => Promise<unknown>, ...entries: [action: string, details: string[], by: string][]][] = [
      [
        () => request(editor, 'PATCH', path(), { ...page, ...links }),
        ['profile.changed', ['displayName', 'bio'], email],
        ['picture.changed', ['bannerImage'], email],
        ['links.changed', [], email],
      ],
      [() => request(editor, 'PATCH', path(), { ...page, ...links })],
      [
        () => request(editor, 'PATCH', `${path()}/appearance`, { template: 'candy' }),
        ['look.changed', ['template'], email],
      ],
      [() => request(editor, 'PATCH', `${path()}/appearance`, { template: 'candy' })],
      [
        () => request(manager, 'PATCH', `${forwarding}/toggle`, { isActive: false }),
        ['forwarding.switched', ['off'], manager.email],
      ],
      [() => request(manager, 'PATCH', `${forwarding}/toggle`, { isActive: false })],
      [
        () => request(manager, 'PATCH', path(), { emailForwarding: true }),
        ['forwarding.switched', ['on'], manager.email],
      ],
      [
        () => request(manager, 'PATCH', path(), { forwardingEmail: `secret.${team.handle}@inbox.example` }),
        ['inbox.changed', [], manager.email],
      ],
      [
        () =>
          request(owner, 'POST', '/api/email-forwarding', {
            handleId: team.handleId,
            forwardingEmail: 'secret2@inbox.example',
          }),
        ['inbox.changed', [], owner.email],
      ],
      [
        async () => {
          const emails = await server.sentEmails();
          const [asked] = emails.filter(({ sentTo }) => sentTo === 'secret2@inbox.example');
          return new Person(server).request('POST', linkIn(asked?.text));
        },
        ['inbox.verified', [], owner.email],
      ],
      [
        () => request(manager, 'PATCH', `${forwarding}/policy`, { blocked: ['secret@shop.example'], whenOff: 'drop' }),
        ['mail-policy.changed', ['whenOff', 'blocked'], manager.email],
      ],
      [() => request(manager, 'PATCH', `${forwarding}/policy`, { whenOff: 'drop' })],
      [
        () => request(manager, 'PUT', `${path()}/reply-mode`, { mode: 'pass-through', allowInboxInText: true }),
        ['reply-mode.changed', ['mode', 'allowInboxInText'], manager.email],
      ],
      [
        () =>
          request(manager, 'PUT', `${path()}/auto-reply`, {
            enabled: true,
            subject: 'Secret',
            text: 'Secret',
            from: null,
            until: null,
            every: 9,
            audience: 'contacts',
          }),
        ['auto-reply.changed', ['subject', 'text', 'from', 'until', 'every'], manager.email],
      ],
      [
        () => request(manager, 'POST', `${path()}/app-passwords`, { name: 'Secret' }),
        ['app-password.created', [], manager.email],
      ],
      [
        () => request(manager, 'DELETE', `${path()}/app-passwords/${things.appPasswordId}`),
        ['app-password.revoked', [], manager.email],
      ],
      [() => request(manager, 'GET', `${path()}/subscribers.csv`), ['subscribers.exported', [], manager.email]],
      [
        () => request(manager, 'DELETE', `${path()}/subscribers/${things.subscriberId}`),
        ['subscriber.removed', [], manager.email],
      ],
      [() => request(owner, 'POST', `${path()}/sending/resume`), ['sending.resumed', [], owner.email]],
      [
        () => request(manager, 'PATCH', `${path()}/contacts/${things.contactId}`, { blocked: true }),
        ['contact.changed', ['blocked'], manager.email],
      ],
      [
        () => request(manager, 'POST', `${path()}/contacts`, { address: 'secret@else.example' }),
        ['contact.changed', ['added'], manager.email],
      ],
      [
        () => request(manager, 'DELETE', `${path()}/suppressions`, { address: things.suppressed }),
        ['contact.changed', ['suppressed'], manager.email],
      ],
      [
        () => request(manager, 'DELETE', `${path()}/contacts/${things.contactId}`),
        ['contact.changed', ['deleted'], manager.email],
      ],
      [() => request(manager, 'DELETE', `${path()}/contacts`), ['contact.changed', ['all deleted'], manager.email]],
      [() => request(manager, 'DELETE', `${path()}/contacts`)],
      [() => request(manager, 'DELETE', forwarding), ['inbox.changed', [], manager.email]],
    ];
    const seen = new Set<string>();
    for (const [request, ...entries] of cases) {
      expect(await added(request)).toEqual(entries);
      for (const [action] of entries) seen.add(action);
    }
    // The others are about members and transfers, which server/teams records.
    const others = ACTIONS.filter((action) => !/^(handle|member|invitation|transfer)\./.test(action));
    expect([...seen].sort()).toEqual([...others].sort());
    expect(JSON.stringify(await log('?limit=100'))).not.toMatch(/secret/i);
  });

  it('the activity of a handle is not written by a change that is refused or undone', async () => {
    const refused = async () => {
      await team.editor.person.request('PATCH', path(), { bio: 'No', emailForwarding: true });
      await team.manager.person.request('PATCH', path(), { bio: 'Stale' }, { 'if-match': '"old"' });
      await team.stranger.person.request('PATCH', path(), { bio: 'No' });
      await team.owner.person.request('PATCH', path(), { bio: 'Half', forwardingEmail: 'me@localhost' });
    };
    expect(await added(refused)).toEqual([]);
  });

  it('the activity of a handle is read page by page, newest first', async () => {
    const whole = await log('?limit=100');
    expect(whole.length).toBeGreaterThan(10);
    expect(whole.map(({ id }) => id)).toEqual(whole.map(({ id }) => id).sort((a, b) => b - a));
    expect(await readAllPages(team.manager.person, `${path()}/activity?limit=7`)).toEqual(whole);
    for (const query of ['limit=0', 'limit=101', 'after=x', 'after=-1', 'other=1']) {
      expect((await team.owner.person.request('GET', `${path()}/activity?${query}`)).status, query).toBe(400);
    }
  });

  it('the activity of a handle is kept for 90 days, and deleted at night', async () => {
    const now = server.clock().getTime();
    const aged = async (days: number) => {
      const { id } = await server.db
        .insertInto('handle_activity')
        .values({ handle_id: team.handleId, action: 'links.changed', at: new Date(now - days * DAY) })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const [young, old] = [await aged(89.9), await aged(90.1)];
    expect((await log('?limit=100')).map(({ id }) => String(id))).toContain(young);
    expect((await log('?limit=100')).map(({ id }) => String(id))).not.toContain(old);
    await runNightlyJobs(server);
    const left = await server.db.selectFrom('handle_activity').select('id').where('id', 'in', [young, old]).execute();
    expect(left.map(({ id }) => id)).toEqual([young]);
  });

  it('the activity of a handle is exported completely to the owner, and to a member with the acts of the member', async () => {
    const exported = async ({ person }: { person: Team['owner']['person'] }) =>
      (await person.request('GET', '/api/account/export')).body;
    const whole = await exported(team.owner);
    expect(whole.activity.length).toBeGreaterThan(10);
    expect(new Set(whole.activity.map(({ by }: Activity) => by))).toContain(team.manager.email);
    const own = whole.handles.find(({ handle }: { handle: string }) => handle === team.handle);
    for (const member of [
      { email: team.manager.email, role: 'manager', joinedAt: expect.any(String) },
      { email: team.editor.email, role: 'editor', joinedAt: expect.any(String) },
      { email: team.invited.email, role: 'manager', joinedAt: null },
    ]) {
      expect(own.team.members).toContainEqual(expect.objectContaining(member));
    }
    const mine = await exported(team.editor);
    expect(new Set(mine.activity.map(({ by }: Activity) => by))).toEqual(new Set([team.editor.email]));
    expect(mine.memberships).toMatchObject([{ handle: team.handle, role: 'editor', inbox: null }]);
    expect((await exported(team.invited)).memberships).toMatchObject([{ handle: team.handle, joinedAt: null }]);
    expect((await exported(team.former)).memberships).toEqual([]);
  });

  it('forgets the name of a person whose account is erased, even in acts of others', async () => {
    const gone = await createColleague(server);
    await addMember(server, team.handleId, gone, 'editor');
    await addMember(server, team.other.id, { accountId: null, email: gone.email.toUpperCase() }, 'editor');
    await gone.person.request('PATCH', path(), { bio: 'Written before leaving' });
    await server.db
      .transaction()
      .execute((trx) =>
        recordActivity(
          trx,
          { handleId: team.handleId, accountId: team.owner.accountId },
          { action: 'member.joined', details: [gone.email] },
        ),
      );
    await removeMember(server, team.handleId, gone);
    await gone.person.request('DELETE', '/api/account');
    const [confirmation] = await server.sentEmails();
    expect((await gone.person.request('POST', linkIn(confirmation?.text))).status).toBe(303);
    await server.advanceSignedIn(15 * DAY);
    await runNightlyJobs(server);
    expect(await findInDatabase(server, gone.email)).toEqual([]);
    const { rows } = await sql<{ action: string; details: string[]; account_id: number | null }>`
      select action, details, account_id from handle_activity where handle_id = ${team.handleId} order by id desc limit 2`.execute(
      server.db,
    );
    expect(rows).toEqual([
      { action: 'member.joined', details: [], account_id: team.owner.accountId },
      { action: 'profile.changed', details: ['bio'], account_id: null },
    ]);
  });
});
