import { expect, it } from 'vitest';
import { type MemberRole, receivesMailByDefault } from '../../contract/roles.ts';
import { sentSupportRequest, supportOffer } from '../../contract/support/support.ts';
import { DAY, MINUTE } from '../../contract/time.ts';
import { Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

const INBOX = 'help@operator.example';
const PHONE = '+1 202 555 0123';
const REQUEST = { subject: 'No mail', text: 'Nothing arrives.\n\nSince Monday.' };

const server = useServer({ SUPPORT_EMAIL: INBOX, SUPPORT_PHONE: PHONE });

const write = (person: Person, body: object = REQUEST) => person.request('POST', '/api/support', body);

/** Returns the emails to support and to the person, with the value of a header. */
async function sentByRequest() {
  const emails = await server.sentEmails();
  const toSupport = emails.find(({ sentTo }) => sentTo === INBOX);
  const header = (key: string) => toSupport?.headers.find((one) => one.key === key)?.value;
  return { emails, toSupport, header, confirmation: emails.find(({ sentTo }) => sentTo !== INBOX) };
}

/** Adds a delivery to the log of a handle. */
async function addFlight(
  handleId: number,
  { id, state, events = [], ...rest }: { id: string; state: string; events?: object[]; [column: string]: unknown },
) {
  const received = { handle_id: handleId, recipient: 'me@localhost', sender: `${id}@senders.example`, author: 'x' };
  await server.db
    .insertInto('flights')
    .values({
      ...received,
      client: '192.0.2.1',
      size: 100,
      received_at: server.clock(),
      ...rest,
      id,
      state,
      events: JSON.stringify(events),
    })
    .execute();
}

it('stores a request, sends it to support with the person in Reply-To, and confirms it to the person', async () => {
  const person = new Person(server);
  await person.claim('somebody-without-a-plan', 'ann@inbox.example');
  const { status, body } = await write(person);
  expect([status, sentSupportRequest.parse(body)]).toEqual([201, { id: expect.any(Number), priority: false }]);
  const { emails, toSupport, header, confirmation } = await sentByRequest();
  expect(emails).toHaveLength(2);
  expect(toSupport?.subject).toBe('[Support] No mail');
  expect(toSupport?.replyTo).toEqual([{ name: '', address: 'ann@inbox.example' }]);
  expect(toSupport?.html).toBeUndefined();
  expect(toSupport?.text).toContain('Nothing arrives.\n\nSince Monday.');
  expect(toSupport?.text).toMatch(/Plan: +Free\nHandle: +none chosen/);
  // Ticket systems discard mail with this header.
  expect(header('auto-submitted')).toBeUndefined();
  expect([header('x-nameplate-support'), header('x-priority'), header('importance')]).toEqual([
    'standard',
    undefined,
    undefined,
  ]);
  expect(confirmation).toMatchObject({ sentTo: 'ann@inbox.example', subject: expect.stringContaining(`${body.id}`) });
  expect(confirmation?.text).not.toContain('priority');
});

it('marks requests of owners with a paid plan as priority, in subject and headers', async () => {
  const { person, id, email } = await createSendingPerson(server, 'plus-one');
  await server.sentEmails();
  const { body } = await write(person, { ...REQUEST, handleId: id });
  expect(body.priority).toBe(true);
  const { toSupport, header, confirmation } = await sentByRequest();
  expect(toSupport?.subject).toBe('[Priority] No mail');
  expect([header('x-nameplate-support'), header('x-priority'), header('importance')]).toEqual([
    'priority',
    '1',
    'high',
  ]);
  expect(toSupport?.text).toMatch(
    /Plan: +Plus \(priority support\)\nHandle: +plus-one@localhost \(Plus, active, owner\)/,
  );
  expect(confirmation).toMatchObject({ sentTo: email, text: expect.stringContaining('has priority') });
});

it('gives no priority and no phone number for a handle that is no longer paid for', async () => {
  const { person, id } = await createSendingPerson(server, 'dlx');
  const offer = { priority: true, priorityFrom: 'Plus', phone: PHONE, phoneFrom: 'Deluxe', phoneOffered: true };
  expect(supportOffer.parse((await person.request('GET', '/api/support')).body)).toEqual(offer);
  await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', id).execute();
  expect((await person.request('GET', '/api/support')).body).toEqual({ ...offer, priority: false, phone: null });
  await server.sentEmails();
  expect((await write(person, { ...REQUEST, handleId: id })).body.priority).toBe(false);
  expect((await sentByRequest()).toSupport?.text).toMatch(
    /Plan: +Free\nHandle: +dlx@localhost \(Deluxe, resting, owner\)/,
  );
});

it('shows the phone number to owners of Deluxe and Vanity handles only', async () => {
  const phoneOf = async (handle: string) => {
    const { person } = await createSendingPerson(server, handle);
    return (await person.request('GET', '/api/support')).body.phone;
  };
  expect([await phoneOf('plus-two'), await phoneOf('abc'), await phoneOf('v')]).toEqual([null, PHONE, PHONE]);
});

it('lists the latest delivery problems of the handle at the request of the person', async () => {
  const { person, id } = await createSendingPerson(server, 'in-trouble');
  await server.sentEmails();
  await addFlight(id, { id: 'fine', state: 'delivered' });
  const refused = { at: '2026-01-01T00:00:00Z', step: 'refused', code: 550, enhanced: '5.1.1' };
  await addFlight(id, {
    id: 'gone',
    state: 'refused',
    events: [{ ...refused, words: `no\r\nBcc: all\u202e ${'x'.repeat(500)}` }],
  });
  await addFlight(id, { id: 'slow', state: 'queued', direction: 'sent', recipient: 'bob@slow.example' });
  await write(person, { ...REQUEST, handleId: id });
  expect((await sentByRequest()).toSupport?.text).not.toContain('gone@senders.example');

  await write(person, { ...REQUEST, handleId: id, attachDeliveries: true });
  const text = (await sentByRequest()).toSupport?.text ?? '';
  const lines = text.slice(text.indexOf('Latest delivery problems')).trim().split('\n').slice(1);
  expect(lines).toHaveLength(2);
  expect(lines.find((line) => line.includes('gone'))).toMatch(
    /UTC {2}from gone@senders\.example {2}rejected: 550 5\.1\.1 no Bcc: all {1,2}x{100,200}\.\.\.$/,
  );
  expect(lines.find((line) => line.includes('bob@slow'))).toMatch(/UTC {2}to bob@slow\.example {2}deferred$/);

  for (let number = 0; number < 25; number += 1) await addFlight(id, { id: `more-${number}`, state: 'refused' });
  await write(person, { ...REQUEST, handleId: id, attachDeliveries: true });
  expect((await sentByRequest()).toSupport?.text?.match(/ {2}rejected/g)).toHaveLength(20);
});

it('rejects the handle of somebody else, and lists no deliveries of a handle that was transferred before the email', async () => {
  const owner = await createSendingPerson(server, 'private-1');
  const other = await createSendingPerson(server, 'stranger-1');
  await server.sentEmails();
  await addFlight(owner.id, { id: 'secret', state: 'refused' });
  const body = { ...REQUEST, handleId: owner.id, attachDeliveries: true };
  expect((await write(other.person, body)).body.code).toBe('not_found');
  expect((await write(other.person, { ...REQUEST, handleId: 1_999_999 })).status).toBe(404);
  expect((await write(owner.person, body)).status).toBe(201);
  await server.db.updateTable('handles').set({ account_id: other.accountId }).where('id', '=', owner.id).execute();
  const { toSupport } = await sentByRequest();
  expect(toSupport?.text).toContain('Nothing arrives.');
  expect(toSupport?.text).not.toContain('secret@senders.example');
  expect(toSupport?.text).toMatch(/Handle: +not theirs any more/);
});

it('gives members of a team priority for its handle, managers its deliveries, and no member the phone number', async () => {
  const owner = await createSendingPerson(server, 'crew');
  await addFlight(owner.id, { id: 'of-the-crew', state: 'refused' });
  const asMember = async (name: string, role: MemberRole) => {
    const person = new Person(server);
    const email = `${name}@inbox.example`;
    await person.claim(`${name}-has-a-free-handle`, email);
    const { id: account_id } = (await person.request('GET', '/api/user')).body;
    const now = server.clock();
    await server.db
      .insertInto('handle_members')
      .values({
        handle_id: owner.id,
        account_id,
        email,
        role,
        mail: receivesMailByDefault(role),
        expires_at: now,
        joined_at: now,
      })
      .execute();
    return person;
  };
  const [manager, editor] = [await asMember('manager', 'manager'), await asMember('editor', 'editor')];
  await server.sentEmails();
  expect((await manager.request('GET', '/api/support')).body).toMatchObject({ priority: true, phone: null });
  const body = { ...REQUEST, handleId: owner.id };
  expect((await write(editor, { ...body, attachDeliveries: true })).body.code).toBe('role_without_right');
  expect((await write(editor, body)).body.priority).toBe(true);
  expect((await sentByRequest()).toSupport?.text).toMatch(/Handle: +crew@localhost \(Deluxe, active, editor\)/);
  await write(manager, { ...body, attachDeliveries: true });
  expect((await sentByRequest()).toSupport?.text).toContain('of-the-crew@senders.example');
  // Removed between the request and the email.
  await write(manager, { ...body, attachDeliveries: true });
  await server.db.deleteFrom('handle_members').where('handle_id', '=', owner.id).execute();
  expect((await sentByRequest()).toSupport?.text).not.toContain('of-the-crew@senders.example');
});

it('accepts a request from an account without a handle', async () => {
  const { person, accountId } = await createSendingPerson(server, 'soon-none');
  await server.sentEmails();
  await server.db.updateTable('handles').set({ account_id: null }).where('account_id', '=', accountId).execute();
  expect((await person.request('GET', '/api/support')).body).toMatchObject({ priority: false, phone: null });
  expect((await write(person)).status).toBe(201);
  expect((await sentByRequest()).toSupport?.text).toMatch(/Plan: +no active handle/);
});

it('accepts no text that could add a header, and no empty or overlong one', async () => {
  const { person } = await createSendingPerson(server, 'injector');
  await server.sentEmails();
  const wrong: object[] = [
    { subject: 'Hi\r\nBcc: all@victims.example' },
    { subject: 'Hi\u2028Bcc: x' },
    { subject: 'x\u202Etxet' },
    { subject: ' ' },
    { subject: 'x'.repeat(151) },
    { text: ' \n ' },
    { text: 'x'.repeat(5001) },
    { text: 'a\u0000b' },
    { text: '\ud800' },
    { handleId: 0 },
    { attachDeliveries: 'yes' },
    { to: 'all@victims.example' },
  ];
  for (const fields of wrong)
    expect((await write(person, { ...REQUEST, ...fields })).status, JSON.stringify(fields)).toBe(400);
  expect((await person.request('POST', '/api/support')).status).toBe(400);
  expect((await new Person(server).request('POST', '/api/support', REQUEST)).status).toBe(401);
  expect(await server.sentEmails()).toEqual([]);
  // Text that a mail program could read as structure stays text.
  const subject = '=?utf-8?q?[Priority]?= <b>"x", all@victims.example';
  await write(person, { subject, text: '.\r\n\r\nFrom: <boss@victims.example>' });
  const { emails, toSupport } = await sentByRequest();
  expect(emails.map(({ sentTo }) => sentTo).sort()).toEqual([INBOX, expect.stringContaining('injector')]);
  expect(toSupport?.subject).toBe(`[Priority] ${subject}`);
  expect(toSupport?.text).toContain('.\n\nFrom: <boss@victims.example>');
});

it('names the usual reply time in the confirmation once five requests were answered', async () => {
  const { person, accountId } = await createSendingPerson(server, 'asks-when');
  await server.sentEmails();
  const answered = async (minutes: number) => {
    const created_at = new Date(server.clock().getTime() - 5 * DAY);
    const answered_at = new Date(created_at.getTime() + minutes * MINUTE);
    const row = { account_id: accountId, subject: 'x', text: 'x', priority: true, state: 'answered' };
    await server.db
      .insertInto('support_requests')
      .values({ ...row, created_at, answered_at })
      .execute();
  };
  for (const minutes of [10, 20, 130, 400]) await answered(minutes);
  await write(person);
  expect((await sentByRequest()).confirmation?.text).not.toContain('answered within');
  await answered(150);
  await write(person);
  expect((await sentByRequest()).confirmation?.text?.replace(/\s+/g, ' ')).toContain(
    'half of all priority messages were answered within 3 hours.',
  );
});

it('sends requests to the first administrator if no inbox is set', async () => {
  const plain = await startServer({ ADMIN_EMAILS: 'boss@operator.example,deputy@operator.example' });
  try {
    const person = new Person(plain);
    await person.claim('somebody-else-here', 'ann@inbox.example');
    expect((await person.request('GET', '/api/support')).body).toMatchObject({ phone: null, phoneOffered: false });
    expect((await person.request('POST', '/api/support', REQUEST)).status).toBe(201);
    expect((await plain.sentEmails()).map(({ sentTo }) => sentTo).sort()).toEqual([
      'ann@inbox.example',
      'boss@operator.example',
    ]);
  } finally {
    await plain.stop();
  }
});
