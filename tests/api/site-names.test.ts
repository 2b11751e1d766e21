import { beforeEach, describe, expect, it } from 'vitest';
import { type SiteDocument, STANDARD_SITE } from '../../contract/site/site-document.ts';
import { priceOfHandle } from '../../server/payments/prices/price-rules.ts';
import { runAdmin } from '../../tools/admin/run-admin.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { ownerOf } from '../support/payments/buyer.ts';
import { useServer } from '../support/server/test-server.ts';

// This installation sells nothing.
const server = useServer(() => ({ PAYPAL_ENV: 'off' }));

async function setNames(names: Partial<SiteDocument['names']>): Promise<void> {
  await server.setSite({ names: { ...STANDARD_SITE.names, ...names } });
}
beforeEach(async () => {
  await setNames({});
  await server.sentEmails();
});

const stranger = () => new Person(server);
const check = async (handle: string) => (await stranger().request('GET', `/api/check-handle/${handle}`)).body;
const ask = (handle: string) =>
  stranger().request('POST', '/api/send-magic-link', { email: `owner-of-${handle}@inbox.example`, handle });
const plans = async () => (await stranger().request('GET', '/api/packages')).body;

describe('plans that the operator gives away', () => {
  it('can be claimed without a payment, although this installation sells nothing', async () => {
    expect(await check('ada')).toEqual({ available: false, reason: 'not-offered' });
    expect((await ask('ada')).body.code).toBe('paid_plans_off');
    await setNames({ free: true });
    expect(await check('ada')).toEqual({ available: true });
    expect(await plans()).toMatchObject(
      ['Free', 'Plus', 'Deluxe', 'Vanity'].map((name) => ({ name, price_yearly_usd_now: 0, price_yearly_usd_full: 0 })),
    );
    expect((await ask('ada')).status).toBe(200);
    const person = stranger();
    const [email] = await server.sentEmails();
    expect((await person.request('POST', linkIn(email?.text))).status).toBe(303);
    expect(await ownerOf(server, 'ada')).toBe('owner-of-ada@inbox.example');
    expect((await person.request('POST', '/api/profiles', { username: 'a' })).status).toBe(201);
  });

  it('are only those that the operator lists, and no order for them is taken', async () => {
    await setNames({ free: ['Deluxe'] });
    expect([await check('eve'), await check('alice')]).toEqual([
      { available: true },
      { available: false, reason: 'not-offered' },
    ]);
    expect((await plans()).map(({ name }: { name: string }) => name)).toEqual(['Free', 'Deluxe']);
    expect((await ask('alice')).body).toMatchObject({
      code: 'paid_plans_off',
      message: 'Handles of this length are not available here. Please choose another length.',
    });
    const listed: string[] = [];
    const terminal = { write: (text: string) => void listed.push(text), writeError: expect.fail, ask: undefined };
    expect(await runAdmin(['packages', 'list'], terminal, async () => server as never)).toBe(0);
    expect(listed[0]).toMatch(/Plus .* not offered here\n.*Deluxe .* given away here\n.*Vanity .* not offered here$/);
    await expect(priceOfHandle(server.db, 'eve')).rejects.toMatchObject({ code: 'nothing_to_pay' });
    expect(await priceOfHandle(server.db, 'alice')).toEqual({ plan: 'Plus', cents: 499 });
  });
});

describe('names that the operator reserves', () => {
  it.each([
    ['captain-of-boats', ['captain*'], true],
    ['the-old-captain', ['captain*'], false],
    ['the-old-captain', ['*captain'], true],
    ['our-captain-ahab', ['*captain*'], true],
    ['rowing-north-team', ['rowing*team'], true],
    ['rowing-team-north', ['rowing*team'], false],
    ['aba-is-too-short', ['aba*aba-is-too-short'], false],
    ['aabbaabbaabb', ['a*b*a*b'], true],
    ['treasurer-office', ['treasurer-office'], true],
    ['treasurer-offices', ['treasurer-office'], false],
    ['treasurer.office', ['treasurer-office', '*'], true],
  ])('%s is reserved by %j: %s', async (handle, reserved, isReserved) => {
    await setNames({ reserved });
    expect(await check(handle)).toEqual(isReserved ? { available: false, reason: 'reserved' } : { available: true });
    expect((await ask(handle)).status).toBe(isReserved ? 409 : 200);
  });

  it('stay with the people who have them already', async () => {
    const person = stranger();
    await person.claim('harbour-master', 'harbour@inbox.example');
    await setNames({ reserved: ['harbour*'], minimum: 20 });
    const [{ id, status }] = (await person.request('GET', '/api/handles')).body;
    expect(status).toBe('active');
    expect((await person.request('PATCH', `/api/handles/${id}`, { displayName: 'Harbour' })).status).toBe(200);
    expect((await stranger().request('GET', '/api/profile/harbour-master')).status).toBe(200);
  });

  it('are not suggested', async () => {
    const suggested = async () =>
      (await stranger().request('GET', '/api/check-handle/harbour-pilot-boat?suggest=1')).body.suggestions;
    await stranger().claim('harbour-pilot-boat', 'pilot@inbox.example');
    expect(await suggested()).not.toEqual([]);
    await setNames({ reserved: ['*harbour-pilot-boat*'] });
    expect(await suggested()).toEqual([]);
  });
});

describe('the minimum length', () => {
  it('holds for every claim, and the refusal names it', async () => {
    await setNames({ free: true, minimum: 5 });
    expect([await check('eves'), await check('eve-s')]).toEqual([
      { available: false, reason: 'not-offered' },
      { available: true },
    ]);
    expect((await plans()).map(({ name }: { name: string }) => name)).toEqual(['Free', 'Plus']);
    expect(server.liveSite.site.minimumLength).toBe(5);
    const person = stranger();
    await person.claim('somebody-with-a-name', 'somebody@inbox.example');
    expect((await person.request('POST', '/api/profiles', { username: 'eves' })).body.code).toBe('paid_plans_off');
    await expect(
      server.db
        .transaction()
        .execute((trx) =>
          import('../../server/handles/rules.ts').then((rules) => rules.assertAvailable(trx, 'eves', server.clock())),
        ),
    ).rejects.toThrow('A handle has at least 5 characters here. Please choose a longer one.');
  });
});
