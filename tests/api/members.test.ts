import { describe, expect, it } from 'vitest';
import { MAX_MEMBERS, members as membersSchema, team as teamSchema } from '../../contract/teams/teams.ts';
import { Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { addMember, createColleague, deluxeName } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();

/** Returns an owner of a Deluxe handle with a manager and an editor. */
async function createTeam() {
  const owner = await createSendingPerson(server, deluxeName());
  const [manager, editor] = [await createColleague(server), await createColleague(server)];
  const managerId = await addMember(server, owner.id, manager, 'manager');
  const editorId = await addMember(server, owner.id, editor, 'editor');
  const url = `/api/handles/${owner.id}/members`;
  await server.sentEmails();
  return { owner, manager, managerId, editor, editorId, url, teamUrl: `/api/handles/${owner.id}/team` };
}

const subjects = async () => (await server.sentEmails()).map(({ sentTo, subject }) => [sentTo, subject]);

describe('a team', () => {
  it('a team is shown to its members, each with their role and place', async () => {
    const { owner, manager, managerId, editor, editorId, teamUrl } = await createTeam();
    const seen = await owner.person.request('GET', teamUrl);
    expect(teamSchema.parse(seen.body)).toEqual(seen.body);
    expect(seen.body).toMatchObject({ plan: 'Deluxe', entitled: true, availableFrom: 'Deluxe', role: 'owner' });
    expect(seen.body).toMatchObject({ memberId: null, owner: { email: owner.email }, transfer: null });
    expect((await manager.person.request('GET', teamUrl)).body).toMatchObject({ role: 'manager', memberId: managerId });
    expect((await editor.person.request('GET', teamUrl)).body).toMatchObject({ role: 'editor', memberId: editorId });
  });

  it('a team lists its members to every role, and who is invited to those who manage it', async () => {
    const { owner, manager, editor, url } = await createTeam();
    await owner.person.request('POST', url, { email: 'later@work.example', role: 'editor' });
    const all = [manager.email, editor.email, 'later@work.example'];
    const seen = await owner.person.request('GET', url);
    expect(membersSchema.parse(seen.body)).toEqual(seen.body);
    const emails = (list: { email: string }[]) => list.map(({ email }) => email);
    expect(emails(seen.body)).toEqual(all);
    expect(emails((await manager.person.request('GET', url)).body)).toEqual(all);
    expect(emails((await editor.person.request('GET', url)).body)).toEqual(all.slice(0, 2));
  });

  it('a team has at most 25 places, of which expired invitations take none', async () => {
    const { owner, url } = await createTeam();
    for (let at = 2; at < MAX_MEMBERS; at += 1) {
      await addMember(server, owner.id, { accountId: null, email: `place.${at}@full.example` }, 'editor');
    }
    const invite = () => owner.person.request('POST', url, { email: 'one.more@full.example', role: 'editor' });
    expect(await invite()).toMatchObject({ status: 409, body: { code: 'member_limit' } });
    const past = new Date(server.clock().getTime() - 1000);
    const expired = await server.db
      .updateTable('handle_members')
      .set({ expires_at: past })
      .where('handle_id', '=', owner.id)
      .where('email', '=', 'place.2@full.example')
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await invite()).status).toBe(201);
    expect(await owner.person.request('POST', `${url}/${expired.id}/resend`)).toMatchObject({
      status: 409,
      body: { code: 'member_limit' },
    });
  });

  it('a team keeps its members when the year ends: they are listed and can be removed or leave, and nobody can be invited', async () => {
    const { owner, manager, managerId, editor, editorId, url, teamUrl } = await createTeam();
    await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', owner.id).execute();
    expect((await owner.person.request('GET', teamUrl)).body).toMatchObject({ entitled: false });
    expect((await owner.person.request('GET', url)).body).toHaveLength(2);
    const invited = await owner.person.request('POST', url, { email: 'late@work.example', role: 'editor' });
    expect(invited).toMatchObject({ status: 403, body: { code: 'plan_without_teams' } });
    expect((await manager.person.request('GET', url)).status).toBe(404);
    expect((await manager.person.request('DELETE', `${url}/${editorId}`)).status).toBe(404);
    expect((await manager.person.request('DELETE', `${url}/${managerId}`)).status).toBe(200);
    expect((await owner.person.request('DELETE', `${url}/${editorId}`)).status).toBe(200);
    expect((await owner.person.request('GET', url)).body).toEqual([]);
    expect(await subjects()).toContainEqual([editor.email, expect.stringContaining('no longer in the team')]);
  });
});

describe('a manager', () => {
  it('a manager invites and removes managers and editors, and cannot touch the owner or the transfer', async () => {
    const { owner, manager, editorId, url } = await createTeam();
    const invited = await manager.person.request('POST', url, { email: 'helper@work.example', role: 'manager' });
    expect(invited).toMatchObject({ status: 201, body: { status: 'invited', role: 'manager', receivesMail: false } });
    expect((await manager.person.request('DELETE', `${url}/${editorId}`)).status).toBe(200);
    expect((await manager.person.request('DELETE', `${url}/${invited.body.id}`)).status).toBe(200);
    const again = await manager.person.request('POST', url, { email: owner.email.toUpperCase(), role: 'editor' });
    expect(again).toMatchObject({ status: 409, body: { code: 'member_known' } });
    const transfer = await manager.person.request('POST', `/api/handles/${owner.id}/transfer`, {
      email: manager.email,
    });
    expect(transfer).toMatchObject({ status: 403, body: { code: 'role_without_right' } });
  });
});

describe('a removed member', () => {
  it('a removed member loses every right immediately, including app passwords, and is notified by email', async () => {
    const { owner, manager, managerId, url } = await createTeam();
    const passwords = `/api/handles/${owner.id}/app-passwords`;
    await manager.person.request('POST', passwords, { name: 'Of the manager' });
    await owner.person.request('POST', passwords, { name: 'Of the owner' });
    await server.sentEmails();
    expect((await owner.person.request('DELETE', `${url}/${managerId}`)).status).toBe(200);
    for (const path of [url, passwords, `/api/handles/${owner.id}`, `/api/handles/${owner.id}/member-inbox`]) {
      expect([path, (await manager.person.request('GET', path)).status]).toEqual([path, 404]);
    }
    expect((await owner.person.request('GET', passwords)).body).toMatchObject([{ name: 'Of the owner' }]);
    expect(await subjects()).toEqual([[manager.email, `You are no longer in the team of ${owner.handle}`]]);
    expect((await owner.person.request('DELETE', `${url}/${managerId}`)).status).toBe(404);
  });

  it('a removed member cannot change anything with a request that waited for the removal', async () => {
    const { owner, manager, managerId, url } = await createTeam();
    const removed = server.db.transaction().execute(async (trx) => {
      await trx.selectFrom('handles').select('id').where('id', '=', owner.id).forNoKeyUpdate().execute();
      const waiting = manager.person.request('POST', url, { email: 'too.late@work.example', role: 'editor' });
      await trx.deleteFrom('handle_members').where('id', '=', managerId).execute();
      return { waiting };
    });
    expect((await (await removed).waiting).status).toBe(404);
    expect((await owner.person.request('GET', url)).body).toHaveLength(1);
  });

  it('a member who leaves loses every right: the owner is notified, and others cannot use the place', async () => {
    const { owner, editor, editorId, url } = await createTeam();
    expect((await editor.person.request('DELETE', `${url}/${editorId}`)).status).toBe(200);
    expect((await editor.person.request('DELETE', `${url}/${editorId}`)).status).toBe(404);
    expect(await subjects()).toEqual([[owner.email, `A member left the team of ${owner.handle}`]]);
    const activity = (await owner.person.request('GET', `/api/handles/${owner.id}/activity`)).body;
    expect(activity[0]).toMatchObject({ action: 'member.left', by: editor.email, details: [editor.email] });
  });
});

describe('a role', () => {
  it('a role changes immediately; the app passwords of a manager who becomes an editor are revoked', async () => {
    const { owner, manager, managerId, url } = await createTeam();
    const passwords = `/api/handles/${owner.id}/app-passwords`;
    await manager.person.request('POST', passwords, { name: 'Laptop' });
    const changed = await owner.person.request('PATCH', `${url}/${managerId}`, { role: 'editor' });
    expect(changed).toMatchObject({ status: 200, body: { id: managerId, role: 'editor' } });
    expect((await manager.person.request('GET', passwords)).body).toMatchObject({ code: 'role_without_right' });
    expect((await owner.person.request('GET', passwords)).body).toEqual([]);
    const activity = (await owner.person.request('GET', `/api/handles/${owner.id}/activity`)).body;
    expect(activity[0]).toMatchObject({ action: 'member.mail-withdrawn', by: owner.email, details: [manager.email] });
    expect(activity[1]).toMatchObject({ action: 'member.role-changed', by: owner.email, details: [manager.email] });
  });
});

describe('an account that is closed', () => {
  it('an account that is closed leaves the teams of others, and lists which of its own handles have members', async () => {
    const { owner, editor, url } = await createTeam();
    expect((await owner.person.request('GET', '/api/account/deletion')).body).toEqual({
      handles: 2,
      paidHandles: [],
      teamHandles: [{ id: owner.id, handle: owner.handle, members: 2 }],
    });
    await editor.person.request('DELETE', '/api/account');
    const [mail] = await server.sentEmails();
    expect(
      (await new Person(server).request('POST', String(/\/link\/[\w-]+/.exec(mail?.text ?? '')?.[0]))).status,
    ).toBe(303);
    expect((await owner.person.request('GET', url)).body).toHaveLength(1);
    expect(await subjects()).toContainEqual([owner.email, `A member left the team of ${owner.handle}`]);
  });
});
