import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { handleList } from '../../contract/handles/handles.ts';
import { words } from '../../contract/words.ts';
import { readAllPages } from '../support/api/admin.ts';
import { inTheMiddleOf, untilBlocked } from '../support/api/blocked-query.ts';
import { everythingIn } from '../support/api/owned-resources.ts';
import type { Person } from '../support/api/person.ts';
import { ACCESS, requestFor } from '../support/api/route-access.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { addMember, createColleague, createTeam, deluxeName, removeMember, type Team } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await createTeam(server);
});

const names = (list: { handle: string }[]) => list.map(({ handle }) => handle);

describe('the list of handles', () => {
  it('the list of handles has the person’s own handles first, oldest first, then those of teams by the time of joining, page by page', async () => {
    const me = await createColleague(server);
    const [own] = names((await me.person.request('GET', '/api/handles')).body);
    const others: { id: number; handle: string }[] = [];
    for (let at = 0; at < 5; at += 1) others.push(await createSendingPerson(server, deluxeName()));
    // Joined in a different order from the one in which the handles were created; the last two at the same moment.
    for (const [at, minute] of [9, 3, 5, 1, 1].entries()) {
      await addMember(server, others[at]?.id ?? 0, me, at % 2 === 0 ? 'manager' : 'editor');
      await sql`update handle_members set joined_at = now() + make_interval(mins => ${minute}::integer)
        where handle_id = ${others[at]?.id} and account_id = ${me.accountId}`.execute(server.db);
    }
    const later = 'my-second-own-handle';
    await server.db.insertInto('handles').values({ handle: later, account_id: me.accountId }).execute();
    const wanted = [own, later, ...[3, 4, 1, 2, 0].map((at) => others[at]?.handle)];
    const whole = await me.person.request('GET', '/api/handles');
    expect(names(handleList.parse(whole.body))).toEqual(wanted);
    expect(whole.body.map(({ role }: { role: string }) => role)).toEqual(
      words('owner owner editor manager editor manager manager'),
    );
    for (const limit of [1, 2, 3, 7]) {
      expect(names(await readAllPages<{ handle: string }>(me.person, `/api/handles?limit=${limit}`))).toEqual(wanted);
    }
    expect(names((await me.person.request('GET', `/api/handles?handle=${wanted[4]}`)).body)).toEqual([wanted[4]]);
    // A handle that is removed between two pages neither ends the list nor repeats it forever.
    const [after] = others;
    await removeMember(server, after?.id ?? 0, me);
    const rest = await readAllPages<{ handle: string }>(me.person, `/api/handles?limit=2&after=${after?.id}`);
    expect(names(rest).length).toBeLessThanOrEqual(wanted.length);
  });

  it('the list of handles names a handle once for an owner who is also one of its members', async () => {
    const owner = await createSendingPerson(server, deluxeName());
    await addMember(server, owner.id, owner, 'editor');
    const { body } = await owner.person.request('GET', `/api/handles?handle=${owner.handle}`);
    expect(body).toMatchObject([{ handle: owner.handle, role: 'owner' }]);
  });

  it('shows the inbox of the owner to a manager but not to an editor, who does not see the end of the year either', async () => {
    const path = `/api/handles/${team.handleId}`;
    const owner = (await team.owner.person.request('GET', path)).body;
    expect(owner).toMatchObject({ role: 'owner', deliveringTo: team.inbox, paidUntil: expect.any(String) });
    const manager = (await team.manager.person.request('GET', path)).body;
    expect(manager).toMatchObject({ role: 'manager', deliveringTo: team.inbox, emailForwarding: true });
    expect(manager).not.toHaveProperty('paidUntil');
    const editor = await team.editor.person.request('GET', path);
    expect(editor.body).toMatchObject({
      role: 'editor',
      emailForwarding: false,
      forwardingEmail: null,
      forwardingStatus: 'none',
      deliveringTo: null,
    });
    expect(editor.body).not.toHaveProperty('paidUntil');
    const saved = await team.editor.person.request('PATCH', path, { bio: 'By the editor' });
    expect(saved.body).toMatchObject({ bio: 'By the editor', deliveringTo: null });
    const stale = await team.editor.person.request('PATCH', path, { bio: 'Again' }, { 'if-match': '"old"' });
    expect([stale.status, stale.body.current.bio]).toEqual([412, 'By the editor']);
    for (const { text } of [editor, saved, stale, await team.editor.person.request('GET', '/api/handles')]) {
      expect(text).not.toContain(team.inbox);
    }
  });

  it('names the forwarding of the handles that a person owns or manages', async () => {
    const handles = async (person: Person) => names((await person.request('GET', '/api/email-forwarding')).body);
    expect(await handles(team.owner.person)).toContain(team.handle);
    expect(await handles(team.manager.person)).toEqual([team.handle]);
    expect(await handles(team.editor.person)).toEqual([]);
    expect(await handles(team.former.person)).toEqual([]);
  });
});

describe('the fields of forwarding in a change of a handle', () => {
  it('the fields of forwarding need the right to manage; otherwise the whole change is refused', async () => {
    const path = `/api/handles/${team.handleId}`;
    const before = await everythingIn(server);
    for (const field of [
      { emailForwarding: false },
      { forwardingEmail: 'mine@evil.example' },
      { forwardingEmail: null },
    ]) {
      const { status, body } = await team.editor.person.request('PATCH', path, { bio: 'Mine', ...field });
      expect([status, body.code]).toEqual([403, 'role_without_right']);
    }
    expect(await everythingIn(server)).toEqual(before);
    const { status, body } = await team.manager.person.request('PATCH', path, { emailForwarding: false });
    expect([status, body.emailForwarding]).toEqual([200, false]);
    expect((await team.manager.person.request('PATCH', path, { emailForwarding: true })).body.deliveringTo).toBe(
      team.inbox,
    );
  });

  it('the fields of forwarding do not show a manager which inboxes the owner has verified elsewhere', async () => {
    const elsewhere = `elsewhere.of.${team.handle}@private.example`;
    const other = await createSendingPerson(server, deluxeName());
    await server.db
      .updateTable('handles')
      .set({ account_id: team.owner.accountId })
      .where('id', '=', other.id)
      .execute();
    const inbox = { address: elsewhere, address_key: elsewhere };
    await server.db
      .insertInto('forwardings')
      .values({ handle_id: other.id, ...inbox })
      .execute();
    await server.db.insertInto('stopped_inboxes').values({ inbox_key: elsewhere }).execute();
    const request = (person: Person, forwardingEmail: string) =>
      person.request('POST', '/api/email-forwarding', { handleId: team.handleId, forwardingEmail });
    expect((await request(team.owner.person, elsewhere)).body.code).toBe('inbox_stopped');
    const [known, unknown] = [
      await request(team.manager.person, elsewhere),
      await request(team.manager.person, `nobody.knows.${team.handle}@private.example`),
    ];
    expect([known.status, known.body.code]).toEqual([unknown.status, unknown.body.code]);
    await request(team.manager.person, team.inbox);
  });
});

describe('a removal', () => {
  it('a removal ends the rights of requests in progress, in every call that changes something', async () => {
    // A preview changes nothing, and a payment is refused to members immediately.
    const routes = Object.keys(ACCESS).filter((route) => {
      const access = ACCESS[route];
      const isTeams = access?.who === 'owner' && access.right !== 'own' && access.right !== 'account';
      return isTeams && !route.startsWith('GET ') && !route.endsWith('/preview');
    });
    expect(routes.length).toBeGreaterThan(20);
    const { person, accountId, email } = team.manager;
    for (const route of routes) {
      const { method, url, body } = requestFor(route, team.things);
      const before = await everythingIn(server);
      const [response] = await inTheMiddleOf(server, team.handleId, [() => person.request(method, url, body)], (trx) =>
        trx.deleteFrom('handle_members').where('account_id', '=', accountId).execute(),
      );
      expect([route, response?.status, response?.body.code]).toEqual([route, 404, 'not_found']);
      await addMember(server, team.handleId, { accountId, email }, 'manager');
      // A picture is encoded before the handle is locked; its objects stay in the deletion queue.
      const omit = (tables: Record<string, unknown>) =>
        Object.entries(tables).filter(([name]) => !['public.handle_members', 'public.doomed_objects'].includes(name));
      expect(omit(await everythingIn(server)), route).toEqual(omit(before));
    }
  });

  it('a removal and a smaller role end the right to manage in the middle of a request, and keep the right to the page', async () => {
    const { person, accountId } = team.manager;
    const url = `/api/handles/${team.handleId}`;
    const setRole = (role: string) => sql`update handle_members set role = ${role} where account_id = ${accountId}`;
    const requests = [
      () => person.request('PATCH', url, { bio: 'Still an editor' }),
      () => person.request('PATCH', url, { bio: 'Managing', emailForwarding: false }),
    ];
    const responses = await inTheMiddleOf(server, team.handleId, requests, (trx) => setRole('editor').execute(trx));
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [403, 'role_without_right'],
    ]);
    await setRole('manager').execute(server.db);
  });

  it('a removal of the mail alone ends the right to the inboxes in the middle of a request, and keeps the right to manage', async () => {
    const { person, accountId } = team.manager;
    const setMail = (mail: boolean) => sql`update handle_members set mail = ${mail} where account_id = ${accountId}`;
    const forwardingEmail = `spy.on.${team.inbox}`;
    const requests = [
      () => person.request('POST', '/api/email-forwarding', { handleId: team.handleId, forwardingEmail }),
      () => person.request('POST', `/api/handles/${team.handleId}/sending/resume`),
    ];
    const responses = await inTheMiddleOf(server, team.handleId, requests, (trx) => setMail(false).execute(trx));
    expect(responses.map(({ body }) => body.code)).toEqual(['role_without_right', undefined]);
    await setMail(true).execute(server.db);
  });

  it('a removal waits for a write in progress, even one that takes no lock of the handle', async () => {
    const me = await createColleague(server);
    await addMember(server, team.handleId, me, 'editor');
    const path = `/api/handles/${team.handleId}`;
    await team.owner.person.request('PATCH', path, { socialLinks: [{ platform: 'github', username: 'first' }] });
    let written: ReturnType<Person['request']> | undefined;
    let removed: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (trx) => {
      // The request has checked the right before it reaches the links.
      await sql`select from social_links where handle_id = ${team.handleId} for update`.execute(trx);
      written = me.person.request('PATCH', path, { socialLinks: [{ platform: 'github', username: 'second' }] });
      await untilBlocked(server, 1);
      removed = server.db.deleteFrom('handle_members').where('account_id', '=', me.accountId).execute();
      await untilBlocked(server, 2);
    });
    expect((await written)?.status).toBe(200);
    await removed;
    expect((await me.person.request('PATCH', path, { bio: 'Too late' })).status).toBe(404);
    expect((await team.owner.person.request('GET', path)).body.socialLinks).toMatchObject([{ username: 'second' }]);
  });

  it('a removal in the middle of an upload does not change the handle, and the picture belongs to the person’s own account', async () => {
    const me = await createColleague(server);
    await addMember(server, team.handleId, me, 'editor');
    const { uploadURL } = (await me.person.request('POST', '/api/avatars/upload')).body;
    const { pathname, search } = new URL(uploadURL);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const sent = {
      method: 'PUT',
      url: pathname + search,
      headers: { 'content-type': 'image/png' },
      payload: png,
    } as const;
    expect((await server.app.inject(sent)).statusCode).toBe(200);
    await removeMember(server, team.handleId, me);
    const before = (await team.owner.person.request('GET', `/api/handles/${team.handleId}`)).body;
    const used = await me.person.request('PUT', '/api/profile/avatar', { avatarUrl: uploadURL });
    expect([used.status, used.body.avatarUrl]).toEqual([200, expect.stringContaining('/media/')]);
    const profilePicture = `https://pictures.example${used.body.avatarUrl}`;
    expect((await me.person.request('PATCH', `/api/handles/${team.handleId}`, { profilePicture })).status).toBe(404);
    expect((await team.owner.person.request('GET', `/api/handles/${team.handleId}`)).body).toEqual(before);
  });
});

describe('payments', () => {
  it('payments are for the owner: a member neither orders nor completes a renewal', async () => {
    const order = { amount: '49.99', currency: 'USD', intent: 'CAPTURE', renew: team.handleId };
    for (const { person } of [team.manager, team.editor]) {
      const { status, body } = await person.request('POST', '/paypal/order', order);
      expect([status, body.code]).toEqual([403, 'role_without_right']);
    }
    for (const { person } of [team.former, team.stranger]) {
      expect((await person.request('POST', '/paypal/order', order)).status).toBe(404);
    }
  });
});
