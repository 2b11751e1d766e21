import { expect, test } from 'vitest';
import type { PeerError } from './peer.ts';
import { verdictOf } from './verdict.ts';

const error = (changes: Partial<PeerError>): PeerError => Object.assign(new Error('words'), changes);
const reply = (response: string, command: string) =>
  verdictOf(error({ response, responseCode: Number(response.slice(0, 3)), command, code: 'EENVELOPE' }));

test.each([
  ['550 5.1.1 No such user', 'RCPT TO', 'refused', '5.1.1'],
  ['550-5.7.26 first\n550 5.7.26 second', 'DATA', 'refused', '5.7.26'],
  ['552 too large', 'MAIL FROM', 'refused', '5.0.0'],
  ['550 4.2.2 class of the code and of the reply differ', 'RCPT TO', 'refused', '5.0.0'],
  ['450 4.2.0 Greylisted', 'RCPT TO', 'deferred', '4.2.0'],
  ['421 4.7.0 Slow down', 'DATA', 'deferred', '4.7.0'],
  ['554 5.7.1 Go away, whoever you are', 'CONN', 'deferred', '4.4.1'],
  ['535 5.7.8 Wrong password', 'AUTH PLAIN', 'deferred', '4.4.1'],
  ['999 what', 'RCPT TO', 'deferred', '4.4.1'],
  ['250 2.0.0 out of turn', 'CONN', 'deferred', '4.4.1'],
])('%s after %s is %s %s', (response, command, kind, enhanced) => {
  expect(reply(response, command)).toMatchObject({ kind, enhanced });
});

test('a message larger than announced as possible is refused without asking', () => {
  expect(verdictOf(error({ code: 'EMESSAGE', command: 'MAIL FROM' }))).toMatchObject({
    kind: 'refused',
    enhanced: '5.3.4',
  });
});

test('a broken line says nothing about the message; words stay on one short line', () => {
  const words = `many\r\n${'words '.repeat(500)}`;
  const result = verdictOf(Object.assign(new Error(words), { code: 'ESOCKET' }));
  expect(result).toMatchObject({ kind: 'deferred', enhanced: '4.4.1' });
  expect(result.words.length).toBeLessThanOrEqual(500);
  expect(result.words).not.toMatch(/[\r\n]/);
});
