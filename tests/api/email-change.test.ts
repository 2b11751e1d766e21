import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { signInAddress } from '../../contract/accounts/email-change.ts';
import { DAY, MINUTE } from '../../contract/time.ts';
import { askForChange, changeAddress, mailedTo, press, textOf } from '../support/accounts/email-change.ts';
import {
  addPasskey,
  authenticatorFor,
  confirmByPasskey,
  signedInByLink,
  signInByPasskey,
  signInEmail,
} from '../support/api/passkeys.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { addMember, createColleague, createDeluxeOwner } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const BOSS = 'boss@inbox.example';
const logged: Record<string, unknown>[] = [];
const server = useServer({ ADMIN_EMAILS: BOSS }, { logged });

let number = 0;
/** Creates an account whose owner is signed in, and returns another address of the owner. */
async function owner() {
  number += 1;
  const [from, to] = [`ada.${number}@old.example`, `ada.${number}@new.example`];
  const person = new Person(server);
  // The claim follows the first link that is mailed.
  await server.sentEmails();
  await person.claim(`changes-address-${number}`, from);
  await server.sentEmails();
  return { person, from, to, handle: `changes-address-${number}` };
}
const emailOf = async (person: Person) => (await person.request('GET', '/api/user')).body?.email;
const stateOf = async (person: Person) => (await person.request('GET', '/api/account/email')).body;

describe('changing the sign-in address', () => {
  it('changes the sign-in address once the old and the new address have confirmed, in either order', async () => {
    for (const order of [['old', 'new'] as const, ['new', 'old'] as const]) {
      const { person, from, to } = await owner();
      const links = await askForChange(server, person, from, to);
      const pending = await stateOf(person);
      expect(signInAddress.parse(pending)).toEqual(pending);
      expect(pending).toMatchObject({ email: from, pending: { email: to, oldConfirmed: false, newConfirmed: false } });
      expect(await press(server, links[order[0]])).toContain('Confirmed. One more to go');
      expect(await emailOf(person)).toBe(from);
      expect(await press(server, links[order[1]])).toContain(`You sign in as ${to} now`);
      expect(await emailOf(await signedInByLink(server, to))).toBe(to);
    }
  });

  it('does nothing when a link is only opened', async () => {
    const { person, from, to } = await owner();
    const links = await askForChange(server, person, from, to);
    const old = await new Person(server).request('GET', links.old);
    expect(textOf(old.text)).toContain(`Sign in as ${to} from now on?`);
    expect(old.text).toContain('formAction="?refuse"');
    // The new mailbox may be that of a stranger.
    const next = textOf((await new Person(server).request('GET', links.new)).text);
    expect(next).toContain('signs in to the account a***@o***.example');
    expect(next).not.toContain(from);
    expect(await stateOf(person)).toMatchObject({ pending: { oldConfirmed: false, newConfirmed: false } });
  });

  it('ends every session but that of the browser in which the change is completed', async () => {
    const { person, from, to } = await owner();
    const other = await signedInByLink(server, from);
    const cookie = person.cookies.get('nameplate');
    const links = await askForChange(server, person, from, to);
    await press(server, links.old);
    expect(await press(server, links.new, person)).toContain(`You sign in as ${to} now`);
    expect(await emailOf(other)).toBeUndefined();
    expect(await emailOf(person)).toBe(to);
    expect(person.cookies.get('nameplate')).not.toBe(cookie);
    expect(await stateOf(person)).toMatchObject({ email: to, pending: null, changed: { from } });
    const subjects = Object.values(await mailedTo(server)).map(({ subject }) => subject);
    expect(subjects).not.toContain('New sign-in to localhost:3000');
  });

  it('does not sign in a person who opens a link in another browser, and changes no other session', async () => {
    const { person, from, to } = await owner();
    const stranger = await owner();
    const links = await askForChange(server, person, from, to);
    await press(server, links.old, new Person(server));
    const page = await stranger.person.request('GET', links.new);
    expect(textOf(page.text)).toContain('This browser is signed in as');
    await press(server, links.new, stranger.person);
    expect(await emailOf(stranger.person)).toBe(stranger.from);
  });

  it('ends the sign-in links and codes of the old address, whose pages then explain the change', async () => {
    const { person, from, to } = await owner();
    const asked = new Person(server);
    const pending = await signInEmail(server, asked, from);
    await changeAddress(server, person, from, to);
    expect((await asked.request('POST', pending.link)).status).toBe(410);
    const code = { email: from, code: pending.code };
    expect((await asked.request('POST', '/api/sign-in-code', code)).body.code).toBe('sign_in_code_spent');
    await asked.request('POST', '/api/send-login-magic-link', { email: from });
    const { [from]: explained } = await mailedTo(server);
    expect(explained?.subject).toBe(`${from} no longer signs in to localhost:3000`);
    expect(await press(server, linkIn(explained?.text))).toContain('The change was undone');
  });

  it('mails the missing links again for the same address, and replaces the change for another one', async () => {
    const { person, from, to } = await owner();
    const first = await askForChange(server, person, from, to);
    await press(server, first.old);
    await person.request('POST', '/api/account/email', { email: to });
    expect(Object.keys(await mailedTo(server))).toEqual([to]);
    const second = await askForChange(server, person, from, `other.${to}`);
    expect(textOf((await person.request('GET', first.new)).text)).toContain('This change was stopped');
    expect(await press(server, first.new)).toContain('This change was stopped');
    await press(server, second.old);
    expect(await press(server, second.new)).toContain(`You sign in as other.${to} now`);
  });

  it('a change of the sign-in address can be stopped by its owner and from the old address', async () => {
    const { person, from, to } = await owner();
    const links = await askForChange(server, person, from, to);
    expect((await person.request('DELETE', '/api/account/email')).status).toBe(200);
    expect((await person.request('DELETE', '/api/account/email')).status).toBe(404);
    expect(await press(server, links.old)).toContain('This change was stopped');
    const again = await askForChange(server, person, from, to);
    expect(await press(server, `${again.old}?refuse`)).toContain('This change was stopped');
    expect(await press(server, again.new)).toContain('This change was stopped');
    expect(await stateOf(person)).toMatchObject({ email: from, pending: null });
    const third = await askForChange(server, person, from, to);
    expect((await new Person(server).request('POST', `${third.new}?refuse`)).status).not.toBe(303);
    expect(await stateOf(person)).toMatchObject({ pending: { email: to } });
  });

  it('uses each link once, and only within 24 hours', async () => {
    const { person, from, to } = await owner();
    const links = await askForChange(server, person, from, to);
    await press(server, links.new);
    await press(server, links.new);
    expect(await emailOf(person)).toBe(from);
    await server.advanceSignedIn(DAY + 1000);
    expect(await press(server, links.old)).toContain('This link has expired');
    expect(await stateOf(person)).toMatchObject({ email: from, pending: null });
  });

  it('refuses an address at the mail domain or below it, the same address, and a session without a recent sign-in', async () => {
    const { person, from } = await owner();
    for (const email of ['me@SUB.localhost', 'me@a.b.localhost']) {
      const { status, body } = await person.request('POST', '/api/account/email', { email });
      expect([email, status, body.code]).toEqual([email, 400, 'own_domain']);
    }
    for (const email of ['me@localhost', 'ä@inbox.example', 'me@ex\u0430mple.com', '', 'a@b.example, c@d.example']) {
      expect([email, (await person.request('POST', '/api/account/email', { email })).status]).toEqual([email, 400]);
    }
    const same = await person.request('POST', '/api/account/email', { email: from.toUpperCase() });
    expect([same.status, same.body.code]).toEqual([409, 'same_address']);
    server.advance(16 * MINUTE);
    const late = await person.request('POST', '/api/account/email', { email: 'late@new.example' });
    expect([late.status, late.body.code]).toEqual([403, 'recent_sign_in_required']);
    expect(await server.sentEmails()).toEqual([]);
  });

  it('sends the same response for an address that has an account, and explains it only in an email to that address', async () => {
    const [{ person, from, to }, other] = [await owner(), await owner()];
    const free = await person.request('POST', '/api/account/email', { email: to });
    await server.sentEmails();
    const taken = await person.request('POST', '/api/account/email', { email: other.from });
    const plain = (text: string) => text.replace(/[\w.]+@(old|new)\.example|[\d-]+T[\d:.]+Z/g, '*');
    expect([taken.status, plain(taken.text)]).toEqual([free.status, plain(free.text)]);
    const mailed = await mailedTo(server);
    expect(mailed[other.from]?.subject).toBe('Your address on localhost:3000');
    expect(mailed[other.from]?.text).not.toContain('/link/');
    expect(mailed[other.from]?.text).not.toContain(from);
    expect(await press(server, linkIn(mailed[from]?.text))).toContain('Confirmed. One more to go');
    expect([await emailOf(person), await emailOf(other.person)]).toEqual([from, other.from]);
  });

  it('limits the emails to the old address and to each new one', async () => {
    const { person, to } = await owner();
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++) {
      statuses.push((await person.request('POST', '/api/account/email', { email: `${turn}.${to}` })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    await server.sentEmails();
  });

  it('records the change for an administrator, whose role moves with the address', async () => {
    const { person, from } = await owner();
    await changeAddress(server, person, from, BOSS);
    const boss = await signedInByLink(server, BOSS);
    expect((await boss.request('GET', '/api/user')).body).toMatchObject({ email: BOSS, isAdmin: true });
    await changeAddress(server, boss, BOSS, 'left@new.example');
    const left = await signedInByLink(server, 'left@new.example');
    expect((await left.request('GET', '/api/admin/stats')).status).toBe(403);
    const acts = await server.db
      .selectFrom('admin_acts')
      .select(['actor', 'act', 'before', 'after'])
      .where('act', '=', 'change sign-in address')
      .orderBy('id')
      .execute();
    expect(acts).toMatchObject([
      { actor: from, before: { email: from, isAdmin: false }, after: { email: BOSS, isAdmin: true } },
      { actor: BOSS, before: { isAdmin: true }, after: { email: 'left@new.example', isAdmin: false } },
    ]);
  });

  it('exports the change with its links', async () => {
    const { person, from, to } = await owner();
    await changeAddress(server, person, from, to);
    const { body } = await (await signedInByLink(server, to)).request('GET', '/api/account/export');
    expect(body.emailChanges).toMatchObject([{ from, to, state: 'changed', byPasskey: false }]);
    expect(body.mailedLinks).toContainEqual(expect.objectContaining({ purpose: 'confirm-new-email' }));
    expect(logged).toContainEqual(expect.objectContaining({ event: 'security.email_changed' }));
    expect(JSON.stringify(logged)).not.toContain(to);
  });
});

describe('without the old mailbox', () => {
  /** Creates an account with a passkey that was added some days ago, and a session proven with it. */
  async function ownerWithPasskey(days: number) {
    const made = await owner();
    const authenticator = authenticatorFor(server);
    await addPasskey(made.person, authenticator, { name: 'Laptop' });
    await server.advanceSignedIn(days * DAY);
    expect((await confirmByPasskey(made.person, authenticator)).status).toBe(200);
    await server.sentEmails();
    return { ...made, authenticator };
  }

  it('a passkey that is at least seven days old confirms instead of the old mailbox, which can stop and undo the change', async () => {
    const { person, from, to, authenticator } = await ownerWithPasskey(8);
    const stopped = await askForChange(server, person, from, to);
    expect(textOf((await person.request('GET', stopped.old)).text)).toContain(`Stop the change to ${to}`);
    expect(await press(server, `${stopped.old}?refuse`)).toContain('This change was stopped');
    const links = await askForChange(server, person, from, to);
    expect(await stateOf(person)).toMatchObject({ pending: { byPasskey: true, oldConfirmed: true } });
    expect(await press(server, links.new)).toContain(`You sign in as ${to} now`);
    const undo = linkIn((await mailedTo(server))[from]?.text);
    const elsewhere = new Person(server);
    expect((await signInByPasskey(elsewhere, authenticator)).status).toBe(200);
    expect(await emailOf(elsewhere)).toBe(to);
    expect(await press(server, undo)).toContain('The change was undone');
    expect(await emailOf(await signedInByLink(server, from))).toBe(from);
  });

  it('a passkey that was just added does not confirm the change, nor does one whose proof is old (attack 49)', async () => {
    const young = await ownerWithPasskey(6);
    const links = await askForChange(server, young.person, young.from, young.to);
    expect(await press(server, links.new)).toContain('Confirmed. One more to go');
    expect(await emailOf(young.person)).toBe(young.from);

    const old = await ownerWithPasskey(8);
    const thief = await signedInByLink(server, old.from);
    await server.sentEmails();
    const theirs = await askForChange(server, thief, old.from, old.to);
    expect(await stateOf(thief)).toMatchObject({ pending: { byPasskey: false, oldConfirmed: false } });
    // A passkey that is added, used and removed leaves a session that was proven by a new passkey.
    const { body } = await addPasskey(thief, authenticatorFor(server), { name: 'Thief' });
    await thief.request('DELETE', `/api/passkeys/${body.id}`);
    await server.sentEmails();
    await askForChange(server, thief, old.from, `x.${old.to}`);
    expect(await stateOf(thief)).toMatchObject({ pending: { byPasskey: false, oldConfirmed: false } });
    await press(server, theirs.new);
    expect(await emailOf(old.person)).toBe(old.from);
  });
});

it('moves a membership to the new address, and leaves invitations and offers with the address they were sent to', async () => {
  const team = await createDeluxeOwner(server);
  const member = await createColleague(server);
  const memberId = await addMember(server, team.id, member, 'manager');
  await addMember(server, team.id, { accountId: null, email: 'moved@new.example' }, 'editor');
  const [own] = (await member.person.request('GET', '/api/handles')).body;
  // The owner had invited the address that is theirs now.
  await addMember(server, own.id, { accountId: null, email: 'moved@new.example' }, 'editor');
  const other = await createDeluxeOwner(server);
  await addMember(server, other.id, { accountId: null, email: member.email }, 'editor');
  const undo = await changeAddress(server, member.person, member.email, 'Moved@new.example');
  const rows = () =>
    server.db
      .selectFrom('handle_members')
      .select(['id', 'email'])
      .where('handle_id', 'in', [team.id])
      .where(sql<boolean>`lower(email) in ('moved@new.example', ${member.email})`)
      .execute();
  expect(await rows()).toEqual([{ id: memberId, email: 'Moved@new.example' }]);
  const moved = await signedInByLink(server, 'Moved@new.example');
  expect((await moved.request('GET', '/api/invitations')).body.invitations).toEqual([]);
  await press(server, undo);
  expect(await rows()).toEqual([{ id: memberId, email: member.email }]);
  const back = await signedInByLink(server, member.email);
  expect(JSON.stringify((await back.request('GET', '/api/invitations')).body)).toContain(other.handle);
});
