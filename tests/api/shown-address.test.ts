import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import { createPageOwner } from '../support/api/page-owner.ts';
import { addMember, createColleague, deluxeName } from '../support/api/team.ts';
import { enterState, PAGE_STATES } from '../support/pages/page-states.ts';
import { startServer, type TestServer } from '../support/server/test-server.ts';

const HANDLE = deluxeName();
let server: TestServer;
let owner: Awaited<ReturnType<typeof createPageOwner>>;
beforeAll(async () => {
  server = await startServer({ MAIL_DOMAIN: 'mail.example' });
  owner = await createPageOwner(server, 'ada-before-she-paid');
  await server.db.updateTable('handles').set({ handle: HANDLE }).where('id', '=', owner.id).execute();
  await addMember(server, owner.id, await createColleague(server), 'editor');
});
afterAll(() => server?.stop());

it.each(PAGE_STATES)('shows address and contact form only while mail is accepted: $name', async (state) => {
  const run = (text: string, values: unknown[]) => server.db.executeQuery(CompiledQuery.raw(text, values));
  await enterState(run, owner.id, state, async (blocks) => expect((await owner.put(blocks)).status).toBe(200));
  const get = async (path: string) => server.app.inject({ url: path, headers: { host: server.config.site.host } });

  const accepts = (await createDirectory(server.db, []).resolve(HANDLE)).kind === 'forward';
  const { body: record } = await owner.person.request('GET', `/api/handles/${owner.id}`);
  expect(record.acceptsMail).toBe(accepts);
  expect(accepts || (state.showsAddress === false && state.showsContact === false)).toBe(true);

  const profile = await get(`/api/profile/${HANDLE}`);
  expect(profile.statusCode).toBe((state.isServed ?? true) ? 200 : 404);
  if (state.isServed ?? true) {
    expect(profile.json().acceptsMail).toBe(accepts);
    const card = (await get(`/${HANDLE}/card.vcf`)).body;
    expect(card.includes('\r\nEMAIL;')).toBe(state.showsAddress ?? true);
    const form = await get(`/${HANDLE}/contact`);
    expect(form.body.includes('<form')).toBe(state.showsContact ?? true);
  }
});
