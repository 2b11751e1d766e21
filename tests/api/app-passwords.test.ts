import { describe, expect, it } from 'vitest';
import { appPasswords, createdAppPassword } from '../../contract/sending/app-passwords.ts';
import { createSubmissionPolicy } from '../../server/mail/adapters/submission-policy.ts';
import { findInDatabase } from '../support/api/departing-person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { useServer } from '../support/server/test-server.ts';

const logged: Record<string, unknown>[] = [];
let number = 0;
const server = useServer({}, { logged });

/** Returns a person with a Plus handle and the address of its app passwords. */
async function owner(handle = `plus${number++}`) {
  const made = await createSendingPerson(server, handle);
  return { ...made, url: `/api/handles/${made.id}/app-passwords` };
}

function policy() {
  const { db, pool, config, clock } = server;
  return createSubmissionPolicy({ config, db, pool, clock, log: { warn: () => {} } });
}

describe('an app password', () => {
  it('an app password is shown once, and stored as a hash', async () => {
    const { person, url, handle } = await owner();
    const made = await person.request('POST', url, { name: ' Thunderbird on my laptop ' });
    expect(made.status).toBe(201);
    expect(createdAppPassword.parse(made.body)).toEqual(made.body);
    const { password, ...rest } = made.body;
    expect(rest).toMatchObject({ name: 'Thunderbird on my laptop', lastUsedAt: null, lastUsedFrom: null });
    expect(made.headers['cache-control']).toBe('no-store');
    const listed = await person.request('GET', url);
    expect(appPasswords.parse(listed.body)).toEqual([rest]);
    for (const text of [password, password.replaceAll('-', '')]) {
      expect(await findInDatabase(server, text)).toEqual([]);
      expect(JSON.stringify(logged)).not.toContain(text);
      expect((await person.request('GET', '/api/account/export')).text).not.toContain(text);
    }
    const sending = policy();
    expect(await sending.authenticate(`${handle}@localhost`, password, '198.51.100.9')).toMatchObject({ key: handle });
    await sending.stop();
    expect((await person.request('GET', url)).body).toMatchObject([
      { lastUsedAt: expect.stringMatching(/Z$/), lastUsedFrom: '198.51.100.0/24' },
    ]);
  });

  it('an app password differs from every other, and has at least 128 bits', async () => {
    const { person, url } = await owner();
    const passwords = new Set<string>();
    for (let at = 0; at < 10; at += 1)
      passwords.add((await person.request('POST', url, { name: `${at}` })).body.password);
    expect(passwords.size).toBe(10);
    for (const password of passwords) {
      expect(password).toMatch(/^[a-z2-7]{6}(-[a-z2-7]{6}){4}$/);
      expect(Math.log2(32) * password.replaceAll('-', '').length).toBeGreaterThanOrEqual(128);
    }
  });

  it('an app password needs a name', async () => {
    const { person, url } = await owner();
    for (const name of ['', '   ', 'x'.repeat(61), 7, null, undefined]) {
      const response = await person.request('POST', url, { name });
      expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
    }
  });

  it('notifies the owner when an app password is made and when it is revoked', async () => {
    const { person, url, email, handle } = await owner();
    await server.sentEmails();
    const { id, password } = (await person.request('POST', url, { name: 'Phone' })).body;
    const [added] = await server.sentEmails();
    expect(added?.sentTo).toBe(email);
    expect(added?.subject).toBe(`An app password was created for ${handle}@localhost`);
    expect(added?.text).toContain('“Phone”');
    expect(added?.text).not.toContain(password);
    expect((await person.request('DELETE', `${url}/${id}`)).status).toBe(200);
    const [revoked] = await server.sentEmails();
    expect([revoked?.sentTo, revoked?.subject]).toEqual([email, `An app password of ${handle}@localhost was revoked`]);
    const events = logged.map(({ event }) => event);
    expect(events).toContain('security.app_password_added');
    expect(events).toContain('security.app_password_revoked');
  });

  it('an app password does not work after it was revoked, and can be revoked once', async () => {
    const { person, url, handle } = await owner();
    const [one, two] = [
      (await person.request('POST', url, { name: 'One' })).body,
      (await person.request('POST', url, { name: 'Two' })).body,
    ];
    const sending = policy();
    const submitter = await sending.authenticate(handle, one.password, '127.0.0.1');
    if (!submitter) throw new Error('the password was not accepted');
    expect(await sending.check(submitter)).toBeNull();
    expect((await person.request('DELETE', `${url}/${one.id}`)).status).toBe(200);
    expect(await sending.authenticate(handle, one.password, '127.0.0.1')).toBeNull();
    expect(await sending.check(submitter)).toMatchObject({ code: 535 });
    expect(await sending.authenticate(handle, two.password, '127.0.0.1')).not.toBeNull();
    expect((await person.request('DELETE', `${url}/${one.id}`)).status).toBe(404);
    expect((await person.request('GET', url)).body).toMatchObject([{ name: 'Two' }]);
    await sending.stop();
  });

  it('an app password cannot be revoked through another handle, even one of the same owner', async () => {
    const one = await owner();
    const two = await owner();
    const { id } = (await one.person.request('POST', one.url, { name: 'Mine' })).body;
    expect((await two.person.request('DELETE', `${two.url}/${id}`)).status).toBe(404);
    expect((await two.person.request('DELETE', `${one.url}/${id}`)).status).toBe(404);
    expect((await two.person.request('GET', one.url)).status).toBe(404);
    expect((await two.person.request('POST', one.url, { name: 'Theirs' })).status).toBe(404);
    const [other] = (await one.person.request('GET', '/api/handles')).body;
    expect((await one.person.request('DELETE', `/api/handles/${other.id}/app-passwords/${id}`)).status).toBe(404);
    expect((await one.person.request('GET', one.url)).body).toHaveLength(1);
  });
});

describe('the number of app passwords', () => {
  it('creates at most ten app passwords, even for parallel requests', async () => {
    const { person, url } = await owner();
    const made = await Promise.all(
      Array.from({ length: 14 }, (_, at) => person.request('POST', url, { name: `${at}` })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(made.filter(({ body }) => body.code === 'app_password_limit')).toHaveLength(4);
    const [first] = (await person.request('GET', url)).body;
    await person.request('DELETE', `${url}/${first.id}`);
    expect((await person.request('POST', url, { name: 'Again' })).status).toBe(201);
  });
});

describe('a handle without sending', () => {
  it.each(['resting', 'suspended', 'quarantined'] as const)('keeps app passwords of a %s handle', async (state) => {
    const { person, url, id } = await owner();
    const { id: passwordId } = (await person.request('POST', url, { name: 'Kept' })).body;
    await server.db.updateTable('handles').set({ state }).where('id', '=', id).execute();
    const refused = await person.request('POST', url, { name: 'More' });
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_without_sending']);
    expect((await person.request('GET', url)).body).toMatchObject([{ name: 'Kept' }]);
    expect((await person.request('DELETE', `${url}/${passwordId}`)).status).toBe(200);
  });

  it('creates no app password for a handle of the Free plan', async () => {
    const { person, url } = await owner('eleven-char');
    const refused = await person.request('POST', url, { name: 'Mail' });
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_without_sending']);
    expect((await person.request('GET', url)).body).toEqual([]);
  });
});
