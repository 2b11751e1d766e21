import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { stopToken } from '../../server/forwarding/stop-forwarding-rules.ts';
import { loadSecrets } from '../../server/platform/crypto/secrets.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();

const set = (person: Person, id: number, forwardingEmail: string) =>
  person.request('POST', '/api/email-forwarding', { handleId: id, forwardingEmail });
const records = async (person: Person) => (await person.request('GET', '/api/email-forwarding')).body;

/** Returns the verification emails, without notices about earlier changes. */
const asking = async () => (await server.sentEmails()).filter(({ text }) => text?.includes('/link/'));

async function verify(): Promise<void> {
  const [sentEmail] = await asking();
  expect((await new Person(server).request('POST', linkIn(sentEmail?.text))).status).toBe(303);
}

/** Claims one more free handle for a signed-in person. */
async function another(person: Person, handle: string, email: string): Promise<number> {
  await person.claim(handle, email);
  const handles = (await person.request('GET', '/api/handles')).body as { id: number; handle: string }[];
  return handles.find((item) => item.handle === handle)?.id ?? 0;
}

describe('the state of an inbox is not revealed to strangers', () => {
  /** Creates a person with two handles. */
  async function stranger(name: string) {
    const person = new Person(server);
    const ids = [await another(person, `${name}-one`, `${name}@account.example`)];
    ids.push(await another(person, `${name}-two`, `${name}@account.example`));
    return { person, ids };
  }
  /** Returns the response without the fields that depend on the address; the version is a hash of all fields. */
  const withoutIds = (body: object) => ({ ...body, id: 0, handle_id: 0, forwarding_email: '', version: '' });

  it('sends the same response for a full, an opted-out and an unknown inbox', async () => {
    const owner = await stranger('fills-her-inbox');
    for (const id of owner.ids) {
      await set(owner.person, id, 'hers@crowded.example');
      await verify();
    }
    const secrets = await loadSecrets([], server.dataDir);
    await server.app.inject({ method: 'POST', url: `/stop/${stopToken(secrets, 'no-mail@stopped.example')}` });
    const asker = await stranger('asks-about-others');
    const [id = 0] = asker.ids;
    const replies = [];
    for (const address of ['hers@crowded.example', 'no-mail@stopped.example', 'who@unknown.example']) {
      const response = await set(asker.person, id, address);
      replies.push([response.status, withoutIds(response.body)]);
      const record = (await records(asker.person)).at(-1);
      const again = await asker.person.request('POST', `/api/email-forwarding/${record.id}/resend-verification`);
      replies.at(-1)?.push(again.status, again.body);
      await asker.person.request('DELETE', `/api/email-forwarding/${record.id}`);
    }
    expect(replies[1]).toEqual(replies[0]);
    expect(replies[2]).toEqual(replies[0]);
    expect(replies[0]?.[0]).toBe(200);
    await asking();
  });

  it('shows on the page of the magic link that the inbox is full, and forwards nothing to it', async () => {
    const asker = await stranger('asks-for-a-full-one');
    await server.advanceSignedIn(2 * HOUR);
    await set(asker.person, asker.ids[0] ?? 0, 'hers@crowded.example');
    const [sentEmail] = await asking();
    expect(sentEmail?.sentTo).toBe('hers@crowded.example');
    const page = await new Person(server).request('GET', linkIn(sentEmail?.text));
    expect([page.status, page.text.includes('This inbox has reached its limit')]).toEqual([409, true]);
    expect((await new Person(server).request('POST', linkIn(sentEmail?.text))).status).toBe(409);
    expect((await records(asker.person))[0]).toMatchObject({ active: 0, deliveringTo: null });
  });

  it('sends no email to an opted-out inbox, not even one that was queued before', async () => {
    const asker = await stranger('asks-for-a-stopped-one');
    await server.advanceSignedIn(2 * HOUR);
    await set(asker.person, asker.ids[0] ?? 0, 'no-mail@stopped.example');
    await set(asker.person, asker.ids[1] ?? 0, 'late-stop@stopped.example');
    const secrets = await loadSecrets([], server.dataDir);
    await server.app.inject({ method: 'POST', url: `/stop/${stopToken(secrets, 'late-stop@stopped.example')}` });
    expect(await asking()).toEqual([]);
  });

  it('gives the last place of an inbox to the handle that is confirmed first', async () => {
    const holder = await stranger('holds-one-place');
    await server.advanceSignedIn(2 * HOUR);
    await set(holder.person, holder.ids[0] ?? 0, 'nearly@crowded.example');
    await verify();
    const asker = await stranger('waits-for-it-twice');
    for (const id of asker.ids) await set(asker.person, id, 'nearly@crowded.example');
    const links = (await asking()).map(({ text }) => linkIn(text));
    const statuses = [];
    for (const link of links) statuses.push((await new Person(server).request('POST', link)).status);
    expect(statuses).toEqual([303, 409]);
  });

  it('reports a full inbox immediately to an account that has verified it before', async () => {
    const [owner, other] = [await stranger('proves-her-inbox'), await stranger('shares-that-inbox')];
    await server.advanceSignedIn(2 * HOUR);
    for (const one of [owner, other]) {
      await set(one.person, one.ids[0] ?? 0, 'proven@crowded.example');
      await verify();
    }
    const response = await set(owner.person, owner.ids[1] ?? 0, 'proven@crowded.example');
    expect([response.status, response.body.code]).toEqual([409, 'forwarder_limit']);
    const own = await set(owner.person, owner.ids[1] ?? 0, 'proves-her-inbox@account.example');
    expect(own.status).toBe(200);
    await asking();
  });
});

describe('a notice about a changed forwarding address', () => {
  const HOST = 'localhost:3000';
  const notices = async () =>
    (await server.sentEmails())
      .filter(({ text }) => !text?.includes('/link/'))
      .map((sentEmail) => ({
        to: sentEmail.sentTo,
        subject: sentEmail.subject,
        text: sentEmail.text?.replace(/\s+/g, ' ') ?? '',
      }));
  let owner: Person;
  let id: number;
  const record = async () => (await records(owner))[0];
  beforeAll(async () => {
    await server.advanceSignedIn(25 * HOUR);
    owner = new Person(server);
    id = await another(owner, 'is-told-of-changes', 'owner@told.example');
    await set(owner, id, 'first@old-inbox.example');
    await verify();
  });

  it('sends no change notice if no mail was forwarded before', async () => {
    expect(await notices()).toEqual([]);
  });

  it('sends a change notice to the old inbox and to the account when the change takes effect, and not before', async () => {
    await set(owner, id, 'second@new-inbox.example');
    const [sentEmail, ...others] = await server.sentEmails();
    expect([sentEmail?.sentTo, others]).toEqual(['second@new-inbox.example', []]);
    expect((await new Person(server).request('POST', linkIn(sentEmail?.text))).status).toBe(303);
    const sent = await notices();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@told.example', 'Mail for is-told-of-changes@localhost goes to another inbox'],
      ['first@old-inbox.example', 'Mail for is-told-of-changes@localhost goes to another inbox'],
    ]);
    for (const { text } of sent) {
      expect(text).not.toMatch(/second@|new-inbox/);
      expect(text).toContain('s***@n***.example');
      expect(text).toContain(`${HOST}/app/manage-email`);
    }
    expect(sent[0]?.text).toContain('someone else can use your account');
    expect(sent[1]?.text).toContain('no longer forwarded to this inbox');
  });

  it('sends a change notice after changes in the handle settings too, and after removing the forwarding', async () => {
    await owner.request('PATCH', `/api/handles/${id}`, { forwardingEmail: 'third@new-inbox.example' });
    expect(await notices()).toEqual([]);
    await owner.request('POST', `/api/email-forwarding/${(await record()).id}/resend-verification`);
    await verify();
    expect((await notices()).map(({ to }) => to)).toEqual(['owner@told.example', 'second@new-inbox.example']);
    await owner.request('PATCH', `/api/handles/${id}`, { forwardingEmail: '' });
    const sent = await notices();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@told.example', 'Forwarding of is-told-of-changes@localhost was removed'],
      ['third@new-inbox.example', 'Forwarding of is-told-of-changes@localhost was removed'],
    ]);
  });

  it('sends a change notice when a second inbox is added, replaced, removed, or removed with the first', async () => {
    await server.advanceSignedIn(25 * HOUR);
    await set(owner, id, 'first@old-inbox.example');
    await verify();
    const forwardingId = (await record()).id;
    const second = (backupEmail: string) =>
      owner.request('PATCH', `/api/email-forwarding/${forwardingId}/policy`, { backupEmail });
    await second('spare@back-up.example');
    await verify();
    expect((await notices()).map(({ to }) => to)).toEqual(['owner@told.example']);
    await second('other@back-up.example');
    await verify();
    const replaced = await notices();
    expect(replaced.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@told.example', 'The second inbox for is-told-of-changes@localhost was changed'],
      ['spare@back-up.example', 'The second inbox for is-told-of-changes@localhost was changed'],
    ]);
    for (const { text } of replaced) expect(text).not.toContain('other@');
    await second('');
    expect((await notices()).map(({ to }) => to)).toEqual(['owner@told.example', 'other@back-up.example']);
    await second('');
    expect(await notices()).toEqual([]);
    await second('spare@back-up.example');
    await verify();
    await notices();
    await owner.request('DELETE', `/api/email-forwarding/${forwardingId}`);
    expect((await notices()).map(({ to }) => to)).toEqual([
      'owner@told.example',
      'first@old-inbox.example',
      'spare@back-up.example',
    ]);
  });

  it('sends one change notice if the old inbox is the account’s own address, and none to an opted-out inbox', async () => {
    await server.advanceSignedIn(25 * HOUR);
    await set(owner, id, 'owner+np@told.example');
    await verify();
    await set(owner, id, 'quiet@old-inbox.example');
    await verify();
    expect((await notices()).map(({ to }) => to)).toEqual(['owner@told.example']);
    const secrets = await loadSecrets([], server.dataDir);
    await server.app.inject({ method: 'POST', url: `/stop/${stopToken(secrets, 'quiet@old-inbox.example')}` });
    await set(owner, id, 'first@old-inbox.example');
    await verify();
    expect((await notices()).map(({ to }) => to)).toEqual(['owner@told.example']);
  });

  it('sends a change notice even if strangers have used up the email limit', async () => {
    await server.advanceSignedIn(25 * HOUR);
    for (const email of ['owner@told.example', 'first@old-inbox.example']) {
      for (let count = 0; count < 6; count += 1) {
        await new Person(server).request('POST', '/api/send-magic-link', { email, handle: 'some-free-handle' });
        await new Person(server).request('POST', '/api/send-login-magic-link', { email });
      }
    }
    await server.sentEmails();
    await owner.request('DELETE', `/api/email-forwarding/${(await record()).id}`);
    expect((await notices()).map(({ to }) => to)).toEqual(['owner@told.example', 'first@old-inbox.example']);
  });
});
