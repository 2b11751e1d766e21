import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { Person } from '../support/api/person.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

const server = useServer();
beforeAll(async () => {
  const handles = [
    { handle: 'page-is-switched-off', profile_page: false },
    { handle: 'in-quarantine-now', state: 'quarantined' as const },
    { handle: 'suspended-by-admin', state: 'suspended' as const },
  ];
  for (const values of handles) await server.db.insertInto('handles').values(values).execute();
  await server.db
    .insertInto('handle_holds')
    .values({
      handle: 'held-for-a-payment',
      holder: randomUUID(),
      inbox_key: 'k',
      expires_at: new Date(server.clock().getTime() + 60_000),
    })
    .execute();
});

const open = (path: string, who = new Person(server)) => who.request('GET', path, undefined, { accept: 'text/html' });
const OFFER = 'This name is free: claim it';

it.each(['a-name-nobody-has', 'A-Name-Nobody-Has', 'short', 'q'])(
  'offers /%s, which has no page and is free',
  async (handle) => {
    const { status, text, headers } = await open(`/${handle}`);
    expect(status).toBe(404);
    expect(text).toContain('Profile Not Found</h1>');
    expect(text).toMatch(new RegExp(`<a href="/create\\?handle=${handle.toLowerCase()}"[^>]*>${OFFER}</a>`));
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    // A shared cache may keep it, but asks again: the name can be claimed at any time.
    expect(headers['cache-control']).toBe('public, no-cache');
    expect(headers['set-cookie']).toBeUndefined();
  },
);

it('shows one page for names that are in use, in quarantine, suspended, held, reserved or invalid', async () => {
  const names = [
    'page-is-switched-off',
    'in-quarantine-now',
    'suspended-by-admin',
    'held-for-a-payment',
    'postmaster',
    '-not-a-handle',
    'x'.repeat(31),
  ];
  const texts = await Promise.all(
    names.map(async (name) => {
      const { status, text } = await open(`/${name}`);
      expect(status).toBe(404);
      return text.replaceAll(name, '');
    }),
  );
  expect(texts[0]).not.toContain(OFFER);
  expect(new Set(texts).size).toBe(1);
});

it('stops offering a name as soon as it is claimed', async () => {
  const ann = new Person(server);
  expect((await open('/claimed-a-moment-ago')).text).toContain(OFFER);
  await ann.claim('claimed-a-moment-ago', 'ann@inbox.example');
  const { status, text } = await open('/claimed-a-moment-ago');
  expect(status).toBe(200);
  expect(text).not.toContain(OFFER);
});

it('offers no short name if paid plans are off', async () => {
  const free = await startServer({ PAYPAL_ENV: 'off' });
  try {
    expect((await open('/short', new Person(free))).text).not.toContain(OFFER);
    expect((await open('/long-enough-here', new Person(free))).text).toContain(OFFER);
  } finally {
    await free.stop();
  }
});
