import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { signedInByLink } from '../support/api/passkeys.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { createColleague, deluxeName } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const ADMIN = 'admin.invited@work.example';
const server = useServer({ ADMIN_EMAILS: ADMIN });
let number = 0;

/** Returns the owner of a Deluxe handle, and the link of the invitation that was mailed to an address. */
async function createInvitation(address?: string) {
  number += 1;
  const owner = await createSendingPerson(server, deluxeName());
  const email = address ?? `Linked.${number}@work.example`;
  const invite = async () => {
    await server.sentEmails();
    const { status, body } = await owner.person.request('POST', `/api/handles/${owner.id}/members`, {
      email,
      role: 'editor',
    });
    expect(status).toBe(201);
    const mail = (await server.sentEmails()).find(({ sentTo }) => sentTo === email);
    return { id: Number(body.id), link: linkIn(mail?.text) };
  };
  return { owner, email, invite, ...(await invite()) };
}

/** Returns the text of a page without its tags. */
const textOf = ({ text }: { text: string }) => text.replace(/<[^>]*>/g, '');
const roleOf = async (person: Person, id: number) => (await person.request('GET', `/api/handles/${id}/team`)).body.role;
const signedInAs = async (person: Person) => (await person.request('GET', '/api/user')).body?.email;

describe('the link of an invitation', () => {
  it('the link of an invitation names handle and inviter, changes nothing by itself, and then creates the account, joins the team and signs in', async () => {
    const { owner, email, link } = await createInvitation();
    const person = new Person(server);
    for (const time of [1, 2]) {
      const page = await person.request('GET', link);
      expect([time, page.status]).toEqual([time, 200]);
      expect(page.text).toContain(`Join the team of ${owner.handle}`);
      expect(textOf(page)).toContain(`${owner.email} invites ${email}`);
    }
    expect(await server.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).toEqual([]);
    const joined = await person.request('POST', link);
    expect([joined.status, joined.headers.location]).toEqual([303, `/app/manage-handle/${owner.handle}`]);
    expect(await signedInAs(person)).toBe(email);
    expect(await roleOf(person, owner.id)).toBe('editor');
    const mails = (await server.sentEmails()).map(({ sentTo, subject }) => [sentTo, subject]);
    expect(mails).toEqual([[owner.email, `A new member in the team of ${owner.handle}`]]);
  });

  it('the link of an invitation works once, even for two requests at the same time, and then reports that the person is in the team', async () => {
    const { owner, link } = await createInvitation();
    const people = [new Person(server), new Person(server)] as const;
    const responses = await Promise.all(people.map((person) => person.request('POST', link)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 303]);
    const signedIn = await Promise.all(people.map(signedInAs));
    expect(signedIn.filter((email) => email !== undefined)).toHaveLength(1);
    const again = await new Person(server).request('GET', link);
    expect([again.status, again.text.includes(`You are in the team of ${owner.handle}`)]).toEqual([200, true]);
  });

  it('the link of an invitation does not sign in an account that owns something: a person with a forwarded link only joins (attack 52)', async () => {
    const invited = await createColleague(server);
    const { owner, link } = await createInvitation(invited.email);
    const stranger = new Person(server);
    const response = await stranger.request('POST', link);
    expect([response.status, response.headers.location]).toEqual([303, link]);
    expect(await signedInAs(stranger)).toBeUndefined();
    expect(textOf(await stranger.request('GET', link))).toContain(`Sign in as ${invited.email} to open it`);
    expect(await roleOf(invited.person, owner.id)).toBe('editor');
    const admin = await createInvitation(ADMIN);
    const other = new Person(server);
    await other.request('POST', admin.link);
    expect(await signedInAs(other)).toBeUndefined();
  });

  it('the link of an invitation does not sign in an account with other open offers, which a person with a forwarded link could accept (attack 52)', async () => {
    const first = await createInvitation();
    const second = await createInvitation(first.email);
    const forwarded = new Person(server);
    await forwarded.request('POST', first.link);
    expect(await signedInAs(forwarded)).toBeUndefined();
    await second.owner.person.request('DELETE', `/api/handles/${second.owner.id}/members/${second.id}`);

    const third = await createInvitation();
    const seller = await createSendingPerson(server, deluxeName());
    await seller.person.request('POST', `/api/handles/${seller.id}/transfer`, { email: third.email });
    await forwarded.request('POST', third.link);
    expect(await signedInAs(forwarded)).toBeUndefined();
  });

  it('the link of an invitation signs nobody in after the person has joined in another way, because the email can still be forwarded (attack 52)', async () => {
    const { owner, email, id, link } = await createInvitation();
    const person = await signedInByLink(server, email);
    expect((await person.request('POST', `/api/invitations/${id}/accept`)).status).toBe(200);
    const stranger = new Person(server);
    await stranger.request('POST', link);
    expect(await signedInAs(stranger)).toBeUndefined();
    expect(textOf(await stranger.request('GET', link))).toContain(`You are in the team of ${owner.handle}`);
  });

  it('the link of an invitation leads a person who is already signed in to the handle', async () => {
    const invited = await createColleague(server);
    const { owner, link } = await createInvitation(invited.email);
    const response = await invited.person.request('POST', link);
    expect(response.headers.location).toBe(`/app/manage-handle/${owner.handle}`);
    expect(await roleOf(invited.person, owner.id)).toBe('editor');
  });

  it('the link of an invitation always adds the invited account, not the signed-in one, and states this beforehand', async () => {
    const { owner, email, link } = await createInvitation();
    const other = await createColleague(server);
    const page = textOf(await other.person.request('GET', link));
    expect(page).toContain(`Join ${owner.handle} as ${email}`);
    expect(page).toContain(other.email);
    await other.person.request('POST', link);
    expect(await signedInAs(other.person)).toBe(email);
    const members = await owner.person.request('GET', `/api/handles/${owner.id}/members`);
    expect(members.body.map((member: { email: string }) => member.email)).toEqual([email]);
  });

  it('the link of an invitation reports that an invitation was withdrawn, that it has expired, or that the handle has no team', async () => {
    const withdrawn = await createInvitation();
    await withdrawn.owner.person.request('DELETE', `/api/handles/${withdrawn.owner.id}/members/${withdrawn.id}`);
    const resting = await createInvitation();
    await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', resting.owner.id).execute();
    for (const { link, email } of [withdrawn, resting]) {
      const person = new Person(server);
      for (const method of ['GET', 'POST'] as const) {
        const page = await person.request(method, link);
        expect([method, page.status]).toEqual([method, 410]);
        expect(page.text).toContain('This invitation is no longer open');
      }
      expect(await server.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).toEqual([]);
    }
    const expired = await createInvitation();
    const before = server.clock().getTime();
    await server.advanceSignedIn(15 * DAY);
    expect(server.clock().getTime()).toBeGreaterThan(before);
    const page = await new Person(server).request('POST', expired.link);
    expect([page.status, page.text.includes('This invitation has expired')]).toEqual([410, true]);
  });

  it('the link of an invitation does not reopen an account that its owner closed', async () => {
    const invited = await createColleague(server);
    await server.db
      .updateTable('accounts')
      .set({ closed_at: server.clock() })
      .where('id', '=', invited.accountId)
      .execute();
    const { owner, link } = await createInvitation(invited.email);
    expect((await new Person(server).request('POST', link)).status).toBe(403);
    expect((await owner.person.request('GET', `/api/handles/${owner.id}/members`)).body).toMatchObject([
      { status: 'invited' },
    ]);
  });
});
