import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemberRole } from '../../contract/roles.ts';
import { tellOfLostMail } from '../../server/teams/members/member-mail-rules.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { addMember, createColleague, createDeluxeOwner } from '../support/api/team.ts';
import { type MailIntoInbox, startMailIntoInbox } from '../support/mail/mail-into-inbox.ts';
import { openMailedLinks, RECEIVERS, type Receiver, tryEverything } from '../support/mail/mail-receivers.ts';
import { freePort } from '../support/server/free-port.ts';
import { useServer } from '../support/server/test-server.ts';

type Colleague = Awaited<ReturnType<typeof createColleague>>;

const server = useServer(async () => ({ SMTP_PORT: String(await freePort()), MAIL_DOMAIN: 'mail.example' }));
let mail: MailIntoInbox;
let number = 0;
beforeAll(async () => {
  mail = await startMailIntoInbox(server);
});
afterAll(() => mail?.stop());
beforeEach(() => {
  mail.inbox.received.length = 0;
});

/** Returns a Deluxe handle that forwards to an inbox of its owner, and a member of its team. */
async function createTeam(role: MemberRole, granted: boolean) {
  number += 1;
  const owner = await createDeluxeOwner(server);
  const member = await createColleague(server);
  const memberId = await addMember(server, owner.id, member, role, granted);
  await server.sentEmails();
  const members = `/api/handles/${owner.id}/members`;
  return {
    owner,
    member,
    memberId,
    members,
    place: `${members}/${memberId}`,
    spy: `spy.${number}@spies.example`,
    copy: `/api/handles/${owner.id}/member-inbox`,
    grant: (change: object) => owner.person.request('PATCH', `${members}/${memberId}`, change),
    setFirst: (forwardingEmail: string, by: Colleague = member) =>
      by.person.request('POST', '/api/email-forwarding', { handleId: owner.id, forwardingEmail }),
    activity: async () => (await owner.person.request('GET', `/api/handles/${owner.id}/activity`)).body,
  };
}
type Made = Awaited<ReturnType<typeof createTeam>>;

/** Sends a message to a handle and returns the addresses at which it arrives, or the rejection. */
async function receivers({ owner }: Made): Promise<string[] | string> {
  const from = mail.inbox.received.length;
  const reply = await mail.send(`${owner.handle}@mail.example`, 'Confidential contract');
  if (!reply.startsWith('250')) return reply;
  return mail.inbox.received
    .slice(from)
    .flatMap(({ to }) => to)
    .sort();
}

const openLinks = (...addresses: string[]) => openMailedLinks(server, addresses);
const subjectsTo = async (to: string) =>
  (await server.sentEmails()).filter(({ sentTo }) => sentTo === to).map(({ subject }) => subject);

/** Sets and verifies the inbox of the handle as a manager. */
async function setByManager(made: Made): Promise<void> {
  expect((await made.setFirst(made.spy)).status).toBe(200);
  await openLinks(made.spy);
}

describe('the mail of a handle', () => {
  it('the mail of a handle reaches an editor only after the owner has granted it, and no longer once it is withdrawn (attack 46)', async () => {
    const made = await createTeam('editor', false);
    const { owner, member, spy, copy, grant } = made;
    const refused = await member.person.request('PUT', copy, { email: member.email });
    expect([refused.status, refused.body.code]).toEqual([403, 'role_without_right']);
    expect(await receivers(made)).toEqual([owner.inbox]);

    expect((await grant({ mail: true })).body).toMatchObject({ mail: true, receivesMail: false });
    const told = await server.sentEmails();
    expect(told.map(({ sentTo, subject }) => [sentTo, subject])).toEqual([
      [owner.email, expect.stringContaining(`${member.email} may receive the mail`)],
      [member.email, expect.stringContaining('You may receive the mail')],
    ]);
    await member.person.request('PUT', copy, { email: spy });
    const [verification] = (await server.sentEmails()).filter(({ sentTo }) => sentTo === spy);
    expect((await grant({ mail: false })).body).toMatchObject({ mail: false });
    // The link of the email that was sent before.
    expect((await new Person(server).request('POST', linkIn(verification?.text))).status).toBe(404);
    expect(await receivers(made)).toEqual([owner.inbox]);

    await grant({ mail: true });
    expect((await member.person.request('PUT', copy, { email: spy })).body).toMatchObject({ address: null });
    await openLinks(spy);
    expect(await receivers(made)).toEqual([owner.inbox, spy].sort());
    await server.sentEmails();
    await grant({ mail: false });
    expect(await receivers(made)).toEqual([owner.inbox]);
    expect(await subjectsTo(member.email)).toEqual([expect.stringContaining('You no longer get the mail')]);
    await grant({ mail: true });
    expect((await member.person.request('GET', copy)).body).toMatchObject({ address: null, pendingAddress: null });
    expect((await member.person.request('PUT', copy, { email: spy })).body).toMatchObject({ pendingAddress: spy });
    const actions = (await made.activity()).map(({ action }: { action: string }) => action);
    const [inbox, granted, withdrawn] = ['member.inbox-changed', 'member.mail-granted', 'member.mail-withdrawn'];
    const expected = [inbox, granted, withdrawn, inbox, inbox, granted, withdrawn, inbox, granted];
    expect(actions.filter((action: string) => action.startsWith('member.'))).toEqual(expected);
  });

  it('does not give an editor who gets the mail the inboxes, the log and the rules of the handle', async () => {
    const { owner, member } = await createTeam('editor', true);
    const seenHandle = async () => (await member.person.request('GET', `/api/handles/${owner.id}`)).body;
    const seen = await seenHandle();
    expect(seen).toMatchObject({ role: 'editor', receivesMail: true, forwardingEmail: null, deliveringTo: null });
    expect((await member.person.request('GET', '/api/email-forwarding')).body).toEqual([]);
    expect(seen.mail).toEqual({ state: 'works', reason: null, since: null });
    await server.db.deleteFrom('forwardings').where('handle_id', '=', owner.id).execute();
    expect((await seenHandle()).mail).toMatchObject({ state: 'paused', since: null });
  });

  it('the mail of a handle is granted only by the owner, not by a role, an invitation or another manager (attack 46)', async () => {
    const made = await createTeam('manager', true);
    const { owner, member: manager, members } = made;
    const editor = await createColleague(server);
    const editorId = await addMember(server, owner.id, editor, 'editor', true);
    const change = (of: number, body: object, by = manager) => by.person.request('PATCH', `${members}/${of}`, body);
    for (const body of [{ mail: true }, { role: 'manager', mail: true }, { role: 'editor', keepInboxes: true }]) {
      expect((await change(editorId, body)).body.code).toBe('role_without_right');
    }
    expect((await change(editorId, {})).status).toBe(400);
    expect((await change(editorId, { role: 'manager' })).body).toMatchObject({ role: 'manager', mail: false });
    expect((await change(made.memberId, { role: 'editor' })).body).toMatchObject({ role: 'editor', mail: false });
    expect((await made.grant({ role: 'manager' })).body).toMatchObject({ role: 'manager', mail: true });
    await setByManager(made);
    const { mail, inboxesSet } = (await change(made.memberId, { role: 'manager' }, editor)).body;
    expect({ mail, inboxesSet }).toEqual({ mail: true, inboxesSet: [] });
    const invite = (by: Person, email: string, role: string) => by.request('POST', members, { email, role });
    expect((await invite(manager.person, 'one@work.example', 'manager')).body).toMatchObject({ mail: false });
    expect((await invite(owner.person, 'two@work.example', 'manager')).body).toMatchObject({ mail: true });
    expect((await invite(owner.person, 'three@work.example', 'editor')).body).toMatchObject({ mail: false });
  });
});

describe('an inbox that a member sets', () => {
  it('an inbox that a member sets is announced to the owner when it is requested and verified, even the first one, and ends when the member leaves (attack 47)', async () => {
    const made = await createTeam('manager', true);
    const { owner, member, spy, place } = made;
    const [{ id }] = (await owner.person.request('GET', '/api/email-forwarding')).body;
    await owner.person.request('DELETE', `/api/email-forwarding/${id}`);
    await server.sentEmails();
    await made.setFirst(spy);
    const asked = await server.sentEmails();
    const [toOwner] = asked.filter(({ sentTo }) => sentTo === owner.email);
    expect(toOwner?.text).toContain(`${member.email} has asked us to forward the mail`);
    const [verification] = asked.filter(({ sentTo }) => sentTo === spy);
    await new Person(server).request('POST', linkIn(verification?.text));
    const [verified] = (await server.sentEmails()).filter(({ sentTo }) => sentTo === owner.email);
    expect(verified?.text).toContain(`${member.email}, a member of your team, made this change`);
    expect((await made.activity())[0]).toMatchObject({ action: 'inbox.verified', by: member.email });
    expect((await owner.person.request('GET', made.members)).body).toContainEqual(
      expect.objectContaining({ email: member.email, inboxesSet: [spy] }),
    );
    expect(await receivers(made)).toEqual([spy]);

    expect((await member.person.request('DELETE', `${place}?keepInboxes=true`)).body.code).toBe('role_without_right');
    expect((await member.person.request('DELETE', place)).status).toBe(200);
    const emails = await server.sentEmails();
    const [left, ended] = emails
      .filter(({ sentTo }) => sentTo === owner.email)
      .map(({ text }) => text ?? '')
      .sort();
    expect(`${left} ${ended}`).toContain(`no longer goes to ${spy}`);
    expect(emails.filter(({ sentTo }) => sentTo === spy)[0]?.text).toContain('no longer forwarded to this inbox');
    // Senders wait for a new inbox instead of giving up.
    expect(await receivers(made)).toMatch(/^4/);
  });

  it.each([
    ['is removed', (made: Made) => made.owner.person.request('DELETE', made.place)],
    ['becomes an editor', (made: Made) => made.grant({ role: 'editor' })],
    ['becomes an editor with a copy', (made: Made) => made.grant({ role: 'editor', mail: true })],
    ['loses the mail', (made: Made) => made.grant({ mail: false })],
    ['closes the account', (made: Made) => closeAccount(made)],
  ])('the second inbox of the owner replaces that of a member who %s', async (_what, act) => {
    const made = await createTeam('manager', true);
    const { owner, member } = made;
    const [{ id }] = (await owner.person.request('GET', '/api/email-forwarding')).body;
    const backupEmail = `spare.of.${owner.inbox}`;
    await owner.person.request('PATCH', `/api/email-forwarding/${id}/policy`, { backupEmail });
    await openLinks(backupEmail);
    await setByManager(made);
    await made.setFirst(`later.${made.spy}`);
    expect(await receivers(made)).toEqual([made.spy]);
    // Refusals of the member's inbox are not counted against the inbox that replaces it.
    const refused = { refusal: 'gone', refusals: 4, refused_since: server.clock(), pending_refused_at: server.clock() };
    await server.db.updateTable('forwardings').set(refused).where('id', '=', id).execute();
    await server.sentEmails();
    expect((await act(made)).status).toBeLessThan(304);
    const { body: handle } = await owner.person.request('GET', `/api/handles/${owner.id}`);
    expect(handle.mail).toMatchObject({ state: 'works' });
    // The mail server is notified of the change later.
    await expect.poll(() => receivers(made)).toEqual([backupEmail]);
    const [seen] = (await owner.person.request('GET', '/api/email-forwarding')).body;
    expect(seen).toMatchObject({ forwarding_email: backupEmail, active: 1 });
    const told = (await server.sentEmails()).filter(({ sentTo }) => sentTo === owner.email);
    const listed = told.find(({ subject }) => subject?.includes('Inboxes for'))?.text?.replace(/\s+/g, ' ');
    expect(listed).toContain(`${made.spy} or later.${made.spy}: ${member.email}`);
    await openLinks(`later.${made.spy}`);
    expect(await receivers(made)).toEqual([backupEmail]);
  });

  it('an inbox that a member sets belongs to the owner once the owner keeps it, whatever the member does later', async () => {
    const made = await createTeam('manager', true);
    await setByManager(made);
    expect((await made.grant({ mail: false, keepInboxes: true })).status).toBe(200);
    expect(await receivers(made)).toEqual([made.spy]);
    await made.grant({ mail: true });
    await made.member.person.request('DELETE', made.place);
    expect(await receivers(made)).toEqual([made.spy]);
    const other = await createTeam('manager', true);
    await setByManager(other);
    await other.owner.person.request('DELETE', `${other.place}?keepInboxes=true`);
    expect(await receivers(other)).toEqual([other.spy]);
  });
});

async function closeAccount({ member }: Made) {
  await member.person.request('DELETE', '/api/account');
  const emails = (await server.sentEmails()).filter(({ sentTo }) => sentTo === member.email);
  return new Person(server).request('POST', linkIn(emails[0]?.text));
}

describe('an editor who received mail before it became a right', () => {
  it('an editor who received mail before it became a right is notified once that it has ended, and so is the owner', async () => {
    const { owner, member, memberId } = await createTeam('editor', false);
    const lost = server.db
      .updateTable('handle_members')
      .set({ lost_mail_at: server.clock() })
      .where('id', '=', memberId);
    await lost.execute();
    await tellOfLostMail(server.db);
    await tellOfLostMail(server.db);
    expect(
      (await server.sentEmails()).map(({ sentTo, text }) => [
        sentTo,
        text?.includes('have ended') || text?.includes('has ended'),
      ]),
    ).toEqual([
      [member.email, true],
      [owner.email, true],
    ]);
  });
});

describe('who receives the mail of a handle', () => {
  for (const receiver of RECEIVERS) {
    it(`${receiver.who} who tries ${receiver.tries}: ${receiver.receives}`, rare(receiver), async () => {
      const made = await createTeam(receiver.place?.role ?? 'manager', receiver.place?.mail ?? true);
      const { owner, member, spy } = made;
      if (!receiver.place) await endPlace(receiver, made);
      await server.sentEmails();
      if (receiver.tries === 'copy') {
        expect((await member.person.request('PUT', made.copy, { email: member.email })).status).toBe(200);
      } else await tryEverything(server, made);
      const expected = receiver.receives ? [owner.inbox, member.email].sort() : [made.owner.inbox];
      expect(await receivers(made)).toEqual(expected);
      expect(mail.inbox.received.flatMap(({ to }) => to)).not.toContain(spy);
    });
  }
});

/** Tags people without a place in the team as long tests: every call returns 404 to them (team-access-matrix.test.ts). */
const rare = ({ place }: Receiver) => ({ tags: place ? [] : ['long'] });

/** Removes the member who has set the inbox and a copy, or transfers the handle to the person who is its owner afterwards. */
async function endPlace({ who }: Receiver, made: Made): Promise<void> {
  const { owner, member, spy } = made;
  if (who === 'a former owner') {
    await server.db.deleteFrom('handle_members').where('id', '=', made.memberId).execute();
    await owner.person.request('DELETE', `/api/handles/${owner.id}/transfer`);
    await server.db.updateTable('handles').set({ account_id: member.accountId }).where('id', '=', owner.id).execute();
    // The old owner leaves an accomplice with the mail in the team.
    await addMember(server, owner.id, await createColleague(server), 'editor', true);
    const transfer = `/api/handles/${owner.id}/transfer`;
    expect((await member.person.request('POST', transfer, { email: owner.email })).status).toBe(201);
    const { transfers } = (await owner.person.request('GET', '/api/invitations')).body;
    const [offer] = transfers.filter(({ handle }: { handle: string }) => handle === owner.handle);
    expect((await owner.person.request('POST', `/api/transfers/${offer.id}/accept`)).status).toBe(200);
    expect(
      await server.db.selectFrom('handle_members').select('mail').where('handle_id', '=', owner.id).execute(),
    ).not.toContainEqual({ mail: true });
    await owner.person.request('POST', '/api/email-forwarding', { handleId: owner.id, forwardingEmail: owner.inbox });
    await openLinks(owner.inbox);
    return;
  }
  await setByManager(made);
  await member.person.request('PUT', made.copy, { email: member.email });
  await owner.person.request('DELETE', made.place);
  await owner.person.request('POST', '/api/email-forwarding', { handleId: owner.id, forwardingEmail: owner.inbox });
  await openLinks(owner.inbox, spy);
}
