import { expect, it } from 'vitest';
import { LIMITS } from '../../options.ts';
import type { LocalRecipient } from '../../transaction.ts';
import { RateLimiter, takeInbox } from './rate-limits.ts';

/** A limiter whose counters of these prefixes are exceeded; `taken` has every counter with its limit. */
function create(exceeded: string[] = [], limitNetworks = true) {
  const taken: string[] = [];
  const counters = {
    take(key: string, max: number, seconds: number) {
      taken.push(`${key}: ${max} in ${seconds}`);
      return !exceeded.some((prefix) => key.startsWith(prefix));
    },
  };
  return { limiter: new RateLimiter(LIMITS, limitNetworks, counters), counters, taken };
}

const forward = (...addresses: string[]): LocalRecipient => ({
  kind: 'forward',
  address: '',
  local: 'alice',
  key: '1',
  policy: undefined,
  inboxes: addresses.map((address, id) => ({ id, address })),
});

it('counts connections and messages of a network, and messages of a sender in it', () => {
  const { limiter, taken } = create();
  expect(limiter.countConnection('2001:db8::1')).toBeNull();
  expect(limiter.countMessage('192.0.2.1', 'Ann@X.test')).toBeNull();
  expect(limiter.countMessage('192.0.2.1', '')).toBeNull();
  expect(limiter.countUnknownRecipient('192.0.2.1')).toBeNull();
  expect(taken).toEqual([
    'connections 2001:db8:0:0::/64: 6000 in 60',
    'network 192.0.2.1: 100000 in 3600',
    'sender 192.0.2.1 ann@x.test: 50000 in 3600',
    'network 192.0.2.1: 100000 in 3600',
    'unknown 192.0.2.1: 1000 in 3600',
  ]);
});

it('names what is exceeded in its reply', () => {
  const { limiter } = create(['connections', 'unknown']);
  expect(limiter.countConnection('192.0.2.1')).toMatchObject({ responseCode: 421, enhanced: '4.7.0' });
  expect(limiter.countUnknownRecipient('192.0.2.1')).toMatchObject({ responseCode: 421, enhanced: '4.7.0' });
  const later = { responseCode: 451, enhanced: '4.7.1' };
  const network = create(['network']).limiter.countMessage('192.0.2.1', '');
  expect(network).toMatchObject({
    ...later,
    text: 'Too much mail from your network in the last hour, please try again later',
  });
  const sender = create(['sender']).limiter.countMessage('192.0.2.1', 'a@x.test');
  expect(sender).toMatchObject({
    ...later,
    text: 'Too much mail from this sender in the last hour, please try again later',
  });
});

it('counts nothing of a network if limits by network are off, and still counts recipients', () => {
  const { limiter, taken } = create(['connections', 'network', 'sender', 'unknown'], false);
  expect(limiter.countConnection('192.0.2.1')).toBeNull();
  expect(limiter.countMessage('192.0.2.1', 'a@x.test')).toBeNull();
  expect(limiter.countUnknownRecipient('192.0.2.1')).toBeNull();
  expect(taken).toEqual([]);
  limiter.countRecipient(forward('a@inbox.test'));
  expect(taken).toEqual(['recipient 1: 500 in 3600', 'inbox a@inbox.test: 500 in 3600']);
});

it('counts an inbox once for a recipient that has it twice', () => {
  const { limiter, taken } = create(['inbox']);
  const recipient = forward('A@inbox.test', 'a@INBOX.test');
  const { refusal, full } = limiter.countRecipient(recipient);
  expect(refusal).toMatchObject({ responseCode: 451 });
  expect(full.size).toBe(2);
  expect(taken).toHaveLength(2);
});

it('refuses a message only if every inbox of its recipient is full', () => {
  const { limiter } = create(['inbox a@']);
  const recipient = forward('a@inbox.test', 'b@inbox.test');
  const { refusal, full } = limiter.countRecipient(recipient);
  expect(refusal).toBeNull();
  expect([...full]).toEqual([{ id: 0, address: 'a@inbox.test' }]);
  expect(create().limiter.countRecipient(recipient)).toEqual({ refusal: null, full: new Set() });
});

it('refuses a message for a recipient above its limit, without counting its inboxes', () => {
  const { limiter, taken } = create(['recipient 1']);
  expect(limiter.countRecipient(forward('a@inbox.test'))).toMatchObject({
    refusal: { responseCode: 451, text: 'Too much mail for this recipient in the last hour, please try again later' },
    full: new Set(),
  });
  expect(taken).toHaveLength(1);
});

it('counts mail that is discarded, and neither replies nor bounces', () => {
  const { limiter, taken } = create();
  const none = { refusal: null, full: new Set() };
  expect(limiter.countRecipient({ kind: 'drop', address: '', key: '2' })).toEqual(none);
  expect(taken).toEqual(['recipient 2: 500 in 3600']);
  expect(limiter.countRecipient({ kind: 'reply', address: '', key: '2' })).toEqual(none);
  expect(limiter.countRecipient({ kind: 'bounce', address: '', sender: '', recipient: '' })).toEqual(none);
  expect(taken).toHaveLength(1);
});

it('counts an inbox in any case under one name', () => {
  const { counters, taken } = create();
  expect(takeInbox(counters, 'A@Inbox.test', 7)).toBe(true);
  expect(takeInbox(create(['inbox']).counters, 'a@inbox.test', 7)).toBe(false);
  expect(taken).toEqual(['inbox a@inbox.test: 7 in 3600']);
});
