import { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import { createPageOwner } from '../support/api/page-owner.ts';
import { addMember, createColleague, deluxeName } from '../support/api/team.ts';
import { enterState, PAGE_STATES, type PageState } from '../support/pages/page-states.ts';
import { useServer } from '../support/server/test-server.ts';

const HANDLE = deluxeName();
const server = useServer({ MAIL_DOMAIN: 'mail.example' });
let owner: Awaited<ReturnType<typeof createPageOwner>>;
let colleague: Awaited<ReturnType<typeof createColleague>>;
beforeAll(async () => {
  owner = await createPageOwner(server, 'ada-before-she-paid');
  await server.db.updateTable('handles').set({ handle: HANDLE }).where('id', '=', owner.id).execute();
  colleague = await createColleague(server);
  await addMember(server, owner.id, colleague, 'editor');
});

const MEMBER = { address: 'member@inbox.example' };
const NOT_REACHED = { showsAddress: false, showsContact: false } as const;
const STOPPED = { paused_at: new Date(), pause_reason: 'inbox-stopped' };
const GONE = { refusal: 'gone', refusals: 5, refused_since: new Date() };
const WAITS = { mail_deferred_until: new Date(Date.now() + HOUR) };

/** States in which the page looks as in another state. */
const MAIL_ONLY: readonly PageState[] = [
  { name: 'an inbox that refuses and is tried on', forwarding: GONE },
  {
    name: 'an inbox that the server paused',
    forwarding: { ...GONE, paused_at: new Date(), pause_reason: 'inbox-gone' },
    ...NOT_REACHED,
  },
  { name: 'a stopped inbox beside a member', forwarding: STOPPED, member: MEMBER },
  {
    name: 'a stopped inbox beside a member, switched off',
    forwarding: { ...STOPPED, is_active: false },
    member: MEMBER,
    ...NOT_REACHED,
  },
  {
    name: 'a new inbox beside a member, switched off',
    forwarding: {
      address: null,
      address_key: null,
      pending_address: 'new@inbox.example',
      pending_key: 'k',
      is_active: false,
    },
    member: MEMBER,
    ...NOT_REACHED,
  },
  { name: 'no inbox after a transfer', forwarding: null, handle: WAITS, ...NOT_REACHED },
  { name: 'a member alone after a transfer', forwarding: null, handle: WAITS, member: MEMBER },
  { name: 'a paused member alone', forwarding: null, member: { ...MEMBER, paused_at: new Date() }, ...NOT_REACHED },
];

it.each([...PAGE_STATES, ...MAIL_ONLY])(
  'shows address and contact form only while mail is accepted: $name',
  async (state) => {
    const run = (text: string, values: unknown[]) => server.db.executeQuery(CompiledQuery.raw(text, values));
    await enterState(run, owner.id, state, async (blocks) => expect((await owner.put(blocks)).status).toBe(200));
    const get = async (path: string) => server.app.inject({ url: path, headers: { host: server.config.site.host } });

    const accepts = (await createDirectory(server.db, []).resolve(HANDLE)).kind === 'forward';
    const { body: record } = await owner.person.request('GET', `/api/handles/${owner.id}`);
    expect(record.acceptsMail).toBe(accepts);
    const { state: mailState, reason } = record.mail;
    if (accepts) expect(['none', 'paused', 'suspended']).not.toContain(mailState);
    else expect(mailState).not.toBe('works');
    if (!accepts) expect(reason).not.toMatch(/team|still goes/);
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
  },
);

it('drops cached pages once a member, whose inbox may be the only one, closes the account', async () => {
  const listener = await server.pool.connect();
  const dropped = new Promise((resolve) => listener.on('notification', resolve));
  await listener.query('listen profile_changed');
  await server.db
    .updateTable('accounts')
    .set({ closed_at: server.clock() })
    .where('email', '=', colleague.email)
    .execute();
  expect(await dropped).toMatchObject({ channel: 'profile_changed', payload: HANDLE });
  listener.release(true);
});
