import { expect, it, vi } from 'vitest';
import type { DnsDeadline } from './dns-deadline.ts';
import { createSpf } from './spf.ts';

const CLIENT = { address: '192.0.2.1', helo: 'mx.senders.test' };
const RECORDS: Record<string, string> = {
  'senders.test': 'v=spf1 ip4:192.0.2.1 -all',
  'mx.senders.test': 'v=spf1 ip4:192.0.2.0/24 -all',
  'xn--bcher-kva.test': 'v=spf1 ip4:192.0.2.1 -all',
  'macro.test': 'v=spf1 exists:%{l}.macro.test -all',
  'upper.test': 'v=spf1 exists:%{S}.macro.test -all',
};

/** Creates a check with a clock, and with DNS that counts the queries for TXT records. */
function create(hasClock = true) {
  const state = { now: 0, fails: false };
  const queries = vi.fn();
  const addresses = vi.fn();
  const resolve = async (name: string, type: string) => {
    if (type === 'TXT') queries(name);
    else addresses(name);
    if (state.fails) throw Object.assign(new Error('away'), { code: 'ETIMEOUT' });
    const record = type === 'TXT' ? RECORDS[name] : undefined;
    if (record === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    return [[record]];
  };
  const check = hasClock ? createSpf('mx.handles.test', () => state.now) : createSpf('mx.handles.test');
  const dns = { resolve } as unknown as DnsDeadline;
  const spf = (sender: string, client = {}) => check({ ...CLIENT, ...client }, sender, dns);
  return { state, queries, addresses, spf };
}

it.each([
  ['carol@Senders.test', {}, 'pass', 'senders.test', 'spf=pass smtp.mailfrom=senders.test'],
  ['carol@senders.test', { address: '192.0.2.2' }, 'fail', 'senders.test', 'spf=fail smtp.mailfrom=senders.test'],
  ['carol@other.test', {}, 'none', 'other.test', 'spf=none smtp.mailfrom=other.test'],
  ['', {}, 'pass', 'mx.senders.test', 'spf=pass smtp.helo=mx.senders.test'],
  ['', { helo: 'Bücher.test' }, 'pass', 'xn--bcher-kva.test', 'spf=pass smtp.helo=xn--bcher-kva.test'],
  ['', { helo: 'other.test' }, 'none', 'other.test', 'spf=none smtp.helo=other.test'],
  ['', { helo: '[IPv6:2001:DB8::1]' }, 'none', '[IPv6:2001:DB8::1]', 'spf=none smtp.helo="[IPv6:2001:DB8::1]"'],
  ['carol', {}, 'none', '', 'spf=none'],
])('checks the sender %j of a client with %j: %s', async (sender, client, result, domain, info) => {
  expect(await create().spf(sender, client)).toEqual({ verdict: { result, domain }, info });
});

it('keeps a result for a minute, for all mailboxes of the domain', async () => {
  const { state, queries, spf } = create();
  const first = await spf('carol@senders.test');
  state.now = 59_999;
  expect(await spf('dave@SENDERS.test')).toBe(first);
  expect(queries).toHaveBeenCalledTimes(1);
  state.now = 60_000;
  expect(await spf('carol@senders.test')).toEqual(first);
  expect(queries).toHaveBeenCalledTimes(2);
});

it('checks each client, HELO name and domain, and the null sender, separately', async () => {
  const { queries, spf } = create();
  await spf('carol@senders.test');
  await spf('carol@senders.test', { address: '192.0.2.2' });
  await spf('carol@senders.test', { helo: 'other.test' });
  await spf('carol@mx.senders.test');
  await spf('');
  expect(queries).toHaveBeenCalledTimes(5);
});

it.each(['macro.test', 'upper.test'])('keeps no result that may differ between mailboxes, as at %s', async (domain) => {
  const { queries, spf } = create();
  for (const name of ['carol', 'carol']) expect((await spf(`${name}@${domain}`)).verdict.result).toBe('fail');
  expect(queries).toHaveBeenCalledTimes(2);
});

it('checks the null sender as the postmaster of the HELO name (RFC 7208 2.4)', async () => {
  const { addresses, spf } = create();
  await spf('', { helo: 'macro.test' });
  expect(addresses.mock.calls).toEqual([['postmaster.macro.test']]);
});

it('keeps results by the clock of the process', async () => {
  const { queries, spf } = create(false);
  for (const name of ['carol', 'dave']) await spf(`${name}@senders.test`);
  expect(queries).toHaveBeenCalledTimes(1);
});

it('keeps no result while DNS fails', async () => {
  const { state, spf } = create();
  state.fails = true;
  expect((await spf('carol@senders.test')).verdict.result).toBe('temperror');
  state.fails = false;
  expect((await spf('carol@senders.test')).verdict.result).toBe('pass');
});
