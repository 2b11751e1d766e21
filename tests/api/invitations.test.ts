import { describe, expect, it } from 'vitest';
import { invitations as invitationsSchema } from '../../contract/teams/teams.ts';
import { DAY } from '../../contract/time.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { createColleague, deluxeName } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ MAIL_DOMAIN: 'mail.example' });
let number = 0;

/** Returns an owner of a Deluxe handle who has invited somebody without an account. */
async function createInvitation(role = 'editor') {
  number += 1;
  const owner = await createSendingPerson(server, deluxeName());
  const url = `/api/handles/${owner.id}/members`;
  const email = `Invited.${number}@work.example`;
  await server.sentEmails();
  const { status, body } = await owner.person.request('POST', url, { email, role });
  expect(status).toBe(201);
  const [mail] = await server.sentEmails();
  return { owner, url, email, id: Number(body.id), mail };
}

/** Moves the clock; everyone stays signed in for longer than sessions last. */
async function stayFor(milliseconds: number): Promise<void> {
  await server.advanceSignedIn(milliseconds);
  await server.db
    .updateTable('sessions')
    .set({ expires_at: new Date(server.clock().getTime() + DAY) })
    .execute();
}

/** Signs in a person by the emailed link, which creates the account if none exists. */
async function signIn(email: string): Promise<Person> {
  const person = new Person(server);
  await person.request('POST', '/api/send-login-magic-link', { email });
  const mail = (await server.sentEmails()).find(({ sentTo }) => sentTo === email);
  expect((await person.request('POST', linkIn(mail?.text))).status).toBe(303);
  return person;
}

describe('an invitation', () => {
  it('an invitation is mailed, and accepted by a new account with the address in any case; the owner is notified', async () => {
    const { owner, email, id, mail } = await createInvitation('manager');
    expect(mail).toMatchObject({ sentTo: email, subject: `Join the team of ${owner.handle} on localhost:3000` });
    expect(mail?.text).toContain(`${owner.email} invites you`);
    expect(linkIn(mail?.text)).toContain('/link/');
    const person = await signIn(email.toLowerCase());
    const waiting = await person.request('GET', '/api/invitations');
    expect(invitationsSchema.parse(waiting.body)).toEqual(waiting.body);
    const { handle } = owner;
    expect(waiting.body.invitations).toMatchObject([{ id, handle, role: 'manager', invitedBy: owner.email }]);
    const accept = () => person.request('POST', `/api/invitations/${id}/accept`);
    expect(await accept()).toMatchObject({ status: 200, body: { handleId: owner.id, handle } });
    const told = (await server.sentEmails()).map(({ sentTo, subject }) => [sentTo, subject]);
    expect(told).toEqual([[owner.email, `A new member in the team of ${handle}`]]);
    expect((await person.request('GET', `/api/handles/${owner.id}/team`)).body).toMatchObject({ role: 'manager' });
    expect((await person.request('GET', '/api/invitations')).body.invitations).toEqual([]);
    expect((await accept()).status).toBe(200);
    expect(await server.sentEmails()).toEqual([]);
  });

  it('an invitation does not exist for another account, nor for one whose address is not verified', async () => {
    const { email, id } = await createInvitation();
    const other = await createColleague(server);
    const person = await signIn(email);
    await server.db.updateTable('accounts').set({ email_verified_at: null }).where('email', '=', email).execute();
    for (const asks of [other.person, person]) {
      expect((await asks.request('GET', '/api/invitations')).body).toEqual({ invitations: [], transfers: [] });
      expect((await asks.request('POST', `/api/invitations/${id}/accept`)).status).toBe(404);
      expect((await asks.request('DELETE', `/api/invitations/${id}`)).status).toBe(404);
    }
  });

  it('an invitation can be declined, and is then gone for the owner', async () => {
    const { owner, url, email, id } = await createInvitation();
    const person = await signIn(email);
    expect((await person.request('DELETE', `/api/invitations/${id}`)).status).toBe(200);
    expect((await person.request('POST', `/api/invitations/${id}/accept`)).status).toBe(404);
    expect((await owner.person.request('GET', url)).body).toEqual([]);
  });

  it('an invitation is refused for an address in the team, and for one of the mail domain', async () => {
    const { owner, url, email } = await createInvitation();
    const invite = (to: string) => owner.person.request('POST', url, { email: to, role: 'editor' });
    expect((await invite(email.toUpperCase())).body).toMatchObject({ code: 'member_known' });
    expect((await invite('someone@mail.example')).body).toMatchObject({ code: 'own_domain' });
  });

  it('an invitation expires after 14 days, stays listed for 30 more, and is then deleted', async () => {
    const { owner, url, email, id } = await createInvitation();
    const person = await signIn(email);
    await stayFor(14 * DAY + 1000);
    expect((await person.request('GET', '/api/invitations')).body.invitations).toEqual([]);
    const late = await person.request('POST', `/api/invitations/${id}/accept`);
    expect(late).toMatchObject({ status: 410, body: { code: 'invitation_expired' } });
    await stayFor(29 * DAY);
    await runNightlyJobs(server);
    expect((await owner.person.request('GET', url)).body).toMatchObject([{ id, status: 'expired' }]);
    await stayFor(2 * DAY);
    await runNightlyJobs(server);
    expect((await owner.person.request('GET', url)).body).toEqual([]);
  });

  it('an invitation can be accepted for 14 more days after it is sent again, or after the owner invites again once it has expired', async () => {
    const { owner, url, email, id } = await createInvitation();
    await stayFor(15 * DAY);
    const again = await owner.person.request('POST', url, { email: email.toLowerCase(), role: 'manager' });
    expect(again).toMatchObject({ status: 201, body: { id, role: 'manager', status: 'invited' } });
    await stayFor(15 * DAY);
    expect(await owner.person.request('POST', `${url}/${id}/resend`)).toMatchObject({
      status: 200,
      body: { id, status: 'invited' },
    });
    const mails = (await server.sentEmails()).filter(({ sentTo }) => sentTo.toLowerCase() === email.toLowerCase());
    expect(mails).toHaveLength(2);
    const person = await signIn(email);
    expect((await person.request('POST', `/api/invitations/${id}/accept`)).status).toBe(200);
    expect((await owner.person.request('POST', `${url}/${id}/resend`)).body).toMatchObject({
      code: 'invitation_not_expired',
    });
  });

  it('an invitation is limited for each inbox and each handle, even if invitations are withdrawn', async () => {
    const { owner, url, id } = await createInvitation();
    for (let at = 0; at < 4; at += 1)
      expect((await owner.person.request('POST', `${url}/${id}/resend`)).status).toBe(200);
    const sixth = await owner.person.request('POST', `${url}/${id}/resend`);
    expect(sixth).toMatchObject({ status: 429, body: { code: 'too_many_letters' } });
    await owner.person.request('DELETE', `${url}/${id}`);
    // The five invitations above also count.
    let sent = 5;
    let last = sixth;
    for (; sent < 60; sent += 1) {
      last = await owner.person.request('POST', url, { email: `other.${sent}@elsewhere.example`, role: 'editor' });
      if (last.status !== 201) break;
      await owner.person.request('DELETE', `${url}/${last.body.id}`);
    }
    expect(sent).toBe(50);
    expect(last).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });
});

describe('two requests at the same time', () => {
  it('makes one member for two accepts, and notifies the owner once', async () => {
    const { owner, url, email, id } = await createInvitation();
    const person = await signIn(email);
    const both = await Promise.all([0, 1].map(() => person.request('POST', `/api/invitations/${id}/accept`)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await owner.person.request('GET', url)).body).toMatchObject([{ id, status: 'member' }]);
    expect(await server.sentEmails()).toHaveLength(1);
  });

  it('either accepts or withdraws an invitation, never both', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { owner, url, email, id } = await createInvitation();
      const person = await signIn(email);
      const accepts = () => person.request('POST', `/api/invitations/${id}/accept`);
      const withdraws = () => owner.person.request('DELETE', `${url}/${id}`);
      const [accepted] = await Promise.all([accepts(), withdraws()]);
      // In either order the invitation is withdrawn in the end.
      expect([200, 404]).toContain(accepted?.status);
      expect((await owner.person.request('GET', url)).body).toEqual([]);
      expect((await person.request('GET', `/api/handles/${owner.id}/team`)).status).toBe(404);
      const told = (await server.sentEmails()).map(({ subject }) => subject);
      expect(told).toHaveLength(accepted?.status === 200 ? 2 : 0);
    }
  });

  it('does not accept an invitation that was withdrawn while the accept waited', async () => {
    const { owner, email, id } = await createInvitation();
    const person = await signIn(email);
    const { waiting } = await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom('handles').select('id').where('id', '=', owner.id).forNoKeyUpdate().execute();
      const request = person.request('POST', `/api/invitations/${id}/accept`);
      await trx.deleteFrom('handle_members').where('id', '=', id).execute();
      return { waiting: request };
    });
    expect((await waiting).status).toBe(404);
  });

  it('fills the last place once', async () => {
    const { owner, url } = await createInvitation();
    for (let at = 1; at < 24; at += 1) {
      const expires_at = new Date(server.clock().getTime() + DAY);
      const values = { handle_id: owner.id, email: `p${at}@full.example`, role: 'editor', expires_at };
      await server.db.insertInto('handle_members').values(values).execute();
    }
    const invite = (at: number) =>
      owner.person.request('POST', url, { email: `last.${at}@full.example`, role: 'editor' });
    const statuses = (await Promise.all([0, 1, 2].map(invite))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409]);
  });
});
