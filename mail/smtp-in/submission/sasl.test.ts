import fc from 'fast-check';
import { expect, it } from 'vitest';
import { challengeOf, MalformedResponse, respond, type SaslExchange, startExchange } from './sasl.ts';

const PLAIN: SaslExchange = { mechanism: 'PLAIN' };
const LOGIN: SaslExchange = { mechanism: 'LOGIN', user: null };
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
/** A text that may be a user name or a password. */
const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => !text.includes('\0'));

it('supports PLAIN and LOGIN in any case, and no other mechanism', () => {
  expect(startExchange('plain')).toEqual(PLAIN);
  expect(startExchange('Login')).toEqual(LOGIN);
  for (const other of ['', 'CRAM-MD5', 'EXTERNAL', 'ANONYMOUS', 'constructor']) expect(startExchange(other)).toBeNull();
});

it('reads any user name and password from PLAIN', () => {
  fc.assert(
    fc.property(part, part, fc.boolean(), (user, password, repeats) => {
      const response = base64(`${repeats ? user : ''}\0${user}\0${password}`);
      expect(respond(PLAIN, response)).toEqual({ user, password });
    }),
  );
});

it('requests the user name and then the password in LOGIN', () => {
  fc.assert(
    fc.property(part, part, (user, password) => {
      const next = respond(LOGIN, base64(user)) as SaslExchange;
      expect([challengeOf(LOGIN), challengeOf(next)]).toEqual(['Username:', 'Password:']);
      expect(respond(next, base64(password))).toEqual({ user, password });
    }),
  );
});

it.each([
  ['of 1024 octets', 'a'.repeat(1024)],
  ['that begins with a byte order mark', '\ufeffalice'],
])('reads a user name %s', (_what, user) => {
  expect(respond(PLAIN, base64(`\0${user}\0password`))).toEqual({ user, password: 'password' });
});

it('begins PLAIN without a challenge', () => {
  expect(challengeOf(PLAIN)).toBe('');
});

it('returns credentials or throws MalformedResponse for any line', () => {
  const bytes = fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array));
  const line = fc.oneof(
    bytes.map((value) => value.toString('latin1')),
    bytes.map((value) => value.toString('base64')),
  );
  fc.assert(
    fc.property(line, fc.constantFrom(PLAIN, LOGIN), (text, exchange) => {
      try {
        const result = respond(exchange, text);
        const values = Object.values(result).filter((value) => typeof value === 'string');
        expect(values.every((value) => value !== '' && !value.includes('\0'))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedResponse);
      }
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['no NUL', base64('alice password')],
  ['one NUL', base64('alice\0password')],
  ['three NULs', base64('\0alice\0pass\0word')],
  ['no user name', base64('\0\0password')],
  ['no password', base64('\0alice\0')],
  ['another authorization identity', base64('bob\0alice\0password')],
  ['a user name of 1025 octets', base64(`\0${'a'.repeat(1025)}\0password`)],
  ['bytes that are not UTF-8', base64(Buffer.from([0, 97, 0, 0xff]))],
  ['a lone surrogate in UTF-8', base64(Buffer.from([0, 97, 0, 0xed, 0xa0, 0x80]))],
  ['base64 without padding', base64('\0alice\0passwor').replace('=', '')],
  ['base64 with stray bits', 'AGEAYV=='],
  ['base64url', base64(Buffer.from([0, 97, 0, 0xc3, 0xbf, 0xc3, 0xbf])).replace(/\+|\//g, '_')],
  ['a space', `${base64('\0alice\0password')} `],
])('rejects PLAIN with %s', (_what, response) => {
  expect(() => respond(PLAIN, response)).toThrow(MalformedResponse);
  expect(() => respond(PLAIN, response)).toThrow(expect.objectContaining({ name: 'MalformedResponse' }));
});
