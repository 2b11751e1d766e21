import { expect, it } from 'vitest';
import type { Resolution } from '../../host/directory.ts';
import type { AcceptedRecipient } from '../../transaction.ts';
import type { ReturnAddress } from '../context.ts';
import { bouncesOnly, decideRecipient, fitsWith, isRole, repliesOnly, unquote } from './recipient.ts';

const REPLY = `reply-${'a'.repeat(26)}`;
const LOOKUP = {
  alice: { kind: 'forward', destination: 'a@inbox.test', key: '1', policy: { keepsContacts: true } },
  role: { kind: 'fanout', destinations: ['a@inbox.test', 'b@inbox.test'], key: 'role' },
  empty: { kind: 'fanout', destinations: [], key: 'empty' },
  silent: { kind: 'drop', key: '2' },
  reports: { kind: 'reports', key: 'reports' },
  stopped: { kind: 'refuse', code: 550, enhanced: '5.7.1', text: 'Stopped', key: '3' },
} as Record<string, Resolution>;
const REFUSED: Resolution = { kind: 'refuse', code: 550, enhanced: '5.1.1', text: 'No such address' };

function decide(address: string, { from = 'x@senders.test', own = null as ReturnAddress | null, fails = '' } = {}) {
  const lookUp = async <T>(what: string, value: T) => {
    if (fails === what) throw new Error(`${what} is unavailable`);
    return value;
  };
  const lookup = {
    settings: { domain: 'handles.test', systemSender: 'No-Reply@handles.test' },
    directory: { resolve: (local: string) => lookUp('directory', LOOKUP[local.replace(/\+.*/, '')] ?? REFUSED) },
    contacts: { find: (local: string) => lookUp('contacts', local === REPLY ? { key: '1' } : null) },
    readReturnAddress: () => lookUp('return addresses', own),
  };
  return decideRecipient(address, from, lookup as unknown as Parameters<typeof decideRecipient>[2]);
}

const alice = { kind: 'forward', local: 'alice', key: '1', inboxes: [{ id: null, address: 'a@inbox.test' }] };

it.each<[string, object]>([
  ['alice@handles.test', { ...alice, address: 'alice@handles.test', policy: { keepsContacts: true } }],
  ['Alice@HANDLES.test', { ...alice, address: 'Alice@handles.test' }],
  ['"al\\ice"@handles.test', { ...alice, address: 'alice@handles.test' }],
  ['alice+tag@handles.test', { ...alice, local: 'alice+tag' }],
  ['role@handles.test', { kind: 'forward', key: 'role', policy: undefined, inboxes: [{}, {}] }],
  ['silent@handles.test', { kind: 'drop', address: 'silent@handles.test', key: '2' }],
  ['reports@handles.test', { kind: 'report', address: 'reports@handles.test', key: 'reports' }],
  [`${REPLY}@handles.test`, { kind: 'reply', address: `${REPLY}@handles.test`, key: '1' }],
  [`${REPLY.toUpperCase()}@handles.test`, { kind: 'reply', key: '1' }],
])('accepts mail for %s', async (address, recipient) => {
  expect(await decide(address)).toMatchObject(recipient);
});

const denied = { responseCode: 550, enhanced: '5.7.1' };
const unknown = { responseCode: 550, enhanced: '5.1.1' };

it.each<[string, object]>([
  ['alice@other.test', denied],
  ['alice', denied],
  ['alice%other.test@handles.test', denied],
  ['other.test!alice@handles.test', denied],
  ['"alice@other.test"@handles.test', denied],
  ['a:alice@handles.test', denied],
  ['nobody@handles.test', unknown],
  ['empty@handles.test', unknown],
  [`alice+${'x'.repeat(59)}@handles.test`, unknown],
  ['"alice+ x"@handles.test', unknown],
  ['"alice+<"@handles.test', unknown],
  [`reply-${'b'.repeat(26)}@handles.test`, unknown],
  ['stopped@handles.test', { responseCode: 550, enhanced: '5.7.1', text: 'Stopped', key: '3' }],
  ['postmaster@other.test', denied],
])('rejects mail for %s', async (address, reply) => {
  await expect(decide(address)).rejects.toMatchObject(reply);
});

it.each([
  ['bouncesOnly', bouncesOnly, 'This return address accepts delivery reports only'],
  ['repliesOnly', repliesOnly, 'This address is for replies of its owner only'],
])('gives the permanent reply %s', (_name, create, text) => {
  expect(create()).toMatchObject({ ...denied, text: expect.stringContaining(text) });
});

it('accepts a local part of 64 bytes, and the postmaster without a domain (RFC 5321 4.5.1)', async () => {
  expect(await decide(`alice+${'x'.repeat(58)}@handles.test`)).toMatchObject({ key: '1' });
  await expect(decide('Postmaster')).rejects.toMatchObject(unknown);
});

it('accepts reports at a return address, and rejects an invalid one with its text', async () => {
  const own = { valid: true as const, sender: 's@x.test', recipient: 'alice' };
  const address = 'srs0=x@handles.test';
  const bounce = { kind: 'bounce', address, sender: 's@x.test', recipient: 'alice' };
  expect(await decide(address, { own })).toEqual(bounce);
  const sent = { key: '1', id: 'copy' };
  expect(await decide(address, { own: { ...own, sent } })).toEqual({ ...bounce, sent });
  await expect(decide(address, { own: { valid: false } })).rejects.toMatchObject(unknown);
  await expect(decide(address, { own: { valid: false, text: 'Forged' } })).rejects.toMatchObject({
    ...unknown,
    text: 'Forged',
  });
});

it.each([
  ['', true],
  ['double-bounce@probe.test', true],
  ['Double-Bounce@probe.test', true],
  ['x-double-bounce@probe.test', false],
  ['double-bouncer@probe.test', false],
])('lets the sender %j verify that the sender of system emails exists: %s', async (from, isAccepted) => {
  const address = 'no-reply@handles.test';
  const decided = decide(address, { from });
  if (isAccepted) expect(await decided).toEqual({ kind: 'bounce', address, sender: '', recipient: '' });
  else await expect(decided).rejects.toMatchObject(unknown);
  await expect(decide('nobody@handles.test', { from })).rejects.toMatchObject(unknown);
});

it.each([
  ['directory', 'alice@handles.test'],
  ['contacts', `${REPLY}@handles.test`],
  ['return addresses', 'alice@handles.test'],
])('defers mail while the %s cannot be read', async (fails, address) => {
  await expect(decide(address, { fails })).rejects.toMatchObject({
    responseCode: 451,
    enhanced: '4.3.0',
    cause: { message: `${fails} is unavailable` },
  });
});

it.each([
  ['forward', 'postmaster', true],
  ['forward', 'abuse', true],
  ['forward', 'postmaster+tag', true],
  ['forward', 'alice+postmaster', false],
  ['forward', 'alice', false],
  ['drop', 'postmaster', false],
])('takes a recipient of kind %s with the local part %s for a role address: %s', (kind, local, expected) => {
  expect(isRole({ kind, local, inboxes: [], key: '' } as never)).toBe(expected);
});

it.each<[string, AcceptedRecipient, AcceptedRecipient[], boolean]>([
  ['another handle', person('1'), [person('2')], true],
  ['a reply of the same handle', person('1'), [reply('1')], true],
  ['a reply of another handle', person('1'), [reply('2')], false],
  ['the same handle', reply('1'), [person('1')], true],
  ['another handle and its own', reply('1'), [person('1'), person('2')], false],
  ['nobody', reply('1'), [], true],
  ['a bounce', reply('1'), [{ kind: 'bounce', address: '', sender: '', recipient: '' }], false],
])('puts a recipient into the transaction of %s if their handle allows it', (_what, recipient, others, fits) => {
  expect(fitsWith(recipient, others)).toBe(fits);
});

function person(key: string): AcceptedRecipient {
  return { kind: 'drop', address: '', key };
}

function reply(key: string): AcceptedRecipient {
  return { kind: 'reply', address: '', key };
}

it.each([
  ['"a b"', 'a b'],
  ['"a\\"\\\\b"', 'a"\\b'],
  ['"a\nb"', 'a\nb'],
  ['"a', '"a'],
  ['a"', 'a"'],
  ['x"a"', 'x"a"'],
  ['"a"x', '"a"x'],
  ['a\\b', 'a\\b'],
])('unquotes %j to %j', (local, content) => {
  expect(unquote(local)).toBe(content);
});
