import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../contract/time.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { signInEmail } from '../support/api/passkeys.ts';
import { Person } from '../support/api/person.ts';
import { withStatements } from '../support/server/statements.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();

let number = 0;
/** Creates an account and returns its address. */
async function account(): Promise<string> {
  number += 1;
  await new Person(server).claim(`signs-in-by-code-${number}`, `Code.${number}@inbox.example`);
  return `Code.${number}@inbox.example`;
}
const tryCode = (person: Person, email: string, code: string) =>
  person.request('POST', '/api/sign-in-code', { email, code });
const wrong = (code: string) => code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10));

describe('the code of a sign-in email', () => {
  it('signs in the browser that requested it, with and without the space in the email', async () => {
    const email = await account();
    for (const shown of [
      (code: string) => code,
      (code: string) => code.replace(' ', ''),
      (code: string) => `${code} `,
    ]) {
      const person = new Person(server);
      const { code, text } = await signInEmail(server, person, email);
      expect(code).toMatch(/^\d{3} \d{3}$/);
      expect(text.indexOf(code)).toBeGreaterThan(text.indexOf('/link/'));
      const response = await tryCode(person, email.toLowerCase(), shown(code));
      expect([response.status, response.body.user?.email]).toEqual([200, email]);
      expect((await person.request('GET', '/api/sessions')).body[0]).toMatchObject({ method: 'code', isCurrent: true });
      await server.sentEmails();
    }
  });

  it('the code of a sign-in email is used up with its link, and the link with the code', async () => {
    const email = await account();
    const first = new Person(server);
    const mail = await signInEmail(server, first, email);
    expect((await tryCode(first, email, mail.code)).status).toBe(200);
    expect((await new Person(server).request('POST', mail.link)).status).toBe(410);
    expect((await tryCode(first, email, mail.code)).body).toMatchObject({ code: 'sign_in_code_spent' });

    const second = new Person(server);
    await server.sentEmails();
    const other = await signInEmail(server, second, email);
    expect((await new Person(server).request('POST', other.link)).status).toBe(303);
    expect((await tryCode(second, email, other.code)).body).toMatchObject({ code: 'sign_in_code_spent' });
    expect((await second.request('GET', '/api/user')).status).toBe(401);
    await server.sentEmails();
  });

  it('the code of a sign-in email does not work in another browser, for another address, or after ten minutes', async () => {
    const [email, other] = [await account(), await account()];
    const person = new Person(server);
    const { code } = await signInEmail(server, person, email);
    const stranger = new Person(server);
    expect((await tryCode(stranger, email, code)).status).toBe(410);
    await signInEmail(server, stranger, email);
    expect((await tryCode(stranger, email, code)).body).toMatchObject({ code: 'sign_in_code_wrong' });
    expect((await tryCode(person, other, code)).status).toBe(410);
    server.advance(10 * MINUTE + 1000);
    expect((await tryCode(person, email, code)).body).toMatchObject({ code: 'sign_in_code_spent' });
  });

  it('binds the stored code to its request, so that a copy of it is invalid for another request', async () => {
    const [email, other] = [await account(), await account()];
    const [person, thief] = [new Person(server), new Person(server)];
    const { code } = await signInEmail(server, person, email);
    await signInEmail(server, thief, other);
    const stored = server.db.selectFrom('sign_in_codes').select('code_mac').where('email', '=', email);
    await server.db.updateTable('sign_in_codes').set({ code_mac: stored }).where('email', '=', other).execute();
    expect((await tryCode(thief, other, code)).body.code).toBe('sign_in_code_wrong');
    expect((await tryCode(person, email, code)).status).toBe(200);
  });

  it('allows five attempts, even in parallel, and then refuses the right code (attack 23)', async () => {
    const email = await account();
    const person = new Person(server);
    const { code } = await signInEmail(server, person, email);
    const tries = await Promise.all(Array.from({ length: 20 }, () => tryCode(person, email, wrong(code))));
    const codes = tries.map(({ body }) => body.code);
    expect(codes.filter((one) => one === 'sign_in_code_wrong')).toHaveLength(5);
    expect(codes.filter((one) => one === 'sign_in_code_spent')).toHaveLength(15);
    expect((await tryCode(person, email, code)).status).toBe(410);
    expect((await person.request('GET', '/api/user')).status).toBe(401);
  });

  it('gives one session to one of many parallel uses (attack 2)', async () => {
    const email = await account();
    const person = new Person(server);
    const { code } = await signInEmail(server, person, email);
    const tries = await Promise.all(Array.from({ length: 4 }, () => tryCode(person, email, code)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    await server.sentEmails();
  });

  it('an address for which 25 wrong codes were tried within 30 days gets links without codes', async () => {
    const email = await account();
    const stranger = new Person(server);
    const askAndGuess = async () => {
      const mail = await signInEmail(server, stranger, email);
      const guess = mail.code === '' ? '000000' : wrong(mail.code);
      const responses = [];
      for (let at = 0; at < 6; at += 1) responses.push(await tryCode(stranger, email, guess));
      server.advance(61 * MINUTE);
      return { ...mail, responses: responses.map(({ status, text }) => [status, text]) };
    };
    const guessed = [];
    for (let at = 0; at < 5; at += 1) guessed.push(await askAndGuess());
    expect(guessed.map(({ code }) => code !== '')).toEqual([true, true, true, true, true]);
    await runNightlyJobs(server);
    const without = await askAndGuess();
    expect([without.code, without.text]).toEqual(['', expect.stringContaining('This email has no code')]);
    expect(without.responses).toEqual(guessed[0]?.responses);
    const owner = new Person(server);
    const { link, code } = await signInEmail(server, owner, email.toUpperCase());
    expect([code, (await owner.request('POST', link)).status]).toEqual(['', 303]);
    await server.sentEmails();
    expect((await signInEmail(server, owner, await account())).code).not.toBe('');
    server.advance(31 * DAY);
    expect((await signInEmail(server, owner, email)).code).not.toBe('');
    await server.sentEmails();
  });

  it('counts an open code as guessed, so that codes requested at the same time cannot exceed the limit together', async () => {
    const email = await account();
    const asked = [];
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 4; at += 1) asked.push((await signInEmail(server, new Person(server), email)).code !== '');
      const hour = server.clock();
      await server.db
        .updateTable('limited_uses')
        .set({ used_at: new Date(hour.getTime() - 61 * MINUTE) })
        .execute();
    }
    expect(asked).toEqual([true, true, true, true, true, false, false, false]);
    server.advance(11 * MINUTE);
    expect((await signInEmail(server, new Person(server), email)).code).not.toBe('');
  });

  it('reveals neither by its response nor by its work whether an address has an account (attack 25)', async () => {
    const addresses = [await account(), 'nobody-by-code@inbox.example'];
    const seen: unknown[][] = [];
    for (const email of addresses) {
      const person = new Person(server);
      await person.request('POST', '/api/send-login-magic-link', { email });
      const wrong = () => withStatements(() => tryCode(person, email, '000000'));
      const before = await wrong();
      await server.sentEmails();
      const tries = [before];
      for (let at = 0; at < 5; at += 1) tries.push(await wrong());
      seen.push(tries.map(({ result: { status, text }, statements }) => [status, text, ...statements]));
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.map((one) => (one as unknown[])[0])).toEqual([400, 400, 400, 400, 400, 410]);
  });

  it('reopens a closed account as the link does, and does not sign in to a suspended one', async () => {
    const email = await account();
    await server.db.updateTable('accounts').set({ closed_at: server.clock() }).where('email', '=', email).execute();
    const person = new Person(server);
    await person.request('POST', '/api/send-login-magic-link', { email });
    const code = /^(\d{3} \d{3})$/m.exec((await server.sentEmails())[0]?.text ?? '')?.[1] ?? '';
    expect((await tryCode(person, email, code)).status).toBe(200);
    const { closed_at: closedAt } = await server.db
      .selectFrom('accounts')
      .select('closed_at')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(closedAt).toBeNull();
    await server.sentEmails();

    await server.db.updateTable('accounts').set({ suspended_at: server.clock() }).where('email', '=', email).execute();
    const mail = await signInEmail(server, person, email);
    expect((await tryCode(person, email, mail.code)).body).toMatchObject({ code: 'account_suspended' });
  });

  it('the code of a sign-in email is stored as a MAC, and is deleted with challenges and ended sessions at night', async () => {
    const email = await account();
    const person = new Person(server);
    const { code } = await signInEmail(server, person, email);
    const rows = await server.db.selectFrom('sign_in_codes').selectAll().where('email', '=', email).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code.replace(' ', ''));
    expect(rows[0]?.code_mac).toHaveLength(32);

    await person.request('POST', '/api/passkeys/sign-in-options');
    const kept = () =>
      Promise.all(
        (['sign_in_codes', 'passkey_challenges', 'sessions'] as const).map(
          async (table) => (await server.db.selectFrom(table).select('created_at').execute()).length,
        ),
      );
    await runNightlyJobs(server);
    for (const count of await kept()) expect(count).toBeGreaterThan(0);
    server.advance(31 * DAY);
    await runNightlyJobs(server);
    expect(await kept()).toEqual([0, 0, 0]);
  });

  it.each(['', '12345', '1234567', '12345a', '12345678', 'x'.repeat(41)])('rejects the code %j', async (code) => {
    const response = await tryCode(new Person(server), 'someone@inbox.example', code);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
  });
});
