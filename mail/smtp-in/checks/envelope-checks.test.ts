import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Resolution } from '../../host/directory.ts';
import { SmtpReplyError } from '../../message/smtp-reply-error.ts';
import { type Limits, withDefaults } from '../../options.ts';
import type { AcceptedRecipient, Transaction } from '../../transaction.ts';
import type { TransferContext } from '../context.ts';
import { type Envelope, Session } from '../session.ts';
import { TransferPolicy } from './envelope-checks.ts';
import { RateLimiter } from './rate-limits.ts';

const FORWARD: Resolution = { kind: 'forward', destination: 'a@inbox.test', key: '1' };
const GONE: Resolution = { kind: 'refuse', code: 550, enhanced: '5.1.1', text: 'No such address' };
const REPLY = `reply-${'a'.repeat(26)}@handles.test`;

interface World {
  limits: Partial<Limits>;
  resolve: (local: string) => Promise<Resolution>;
  /** Prefixes of the counters that are exceeded. */
  exceeded: string[];
  secondsToWait: (network: string, sender: string, key: string) => Promise<number>;
  listing: string | null;
}

function create(world: Partial<World> = {}) {
  const { limits = {}, exceeded = [], secondsToWait = async () => 0, listing = null } = world;
  const resolve =
    world.resolve ?? (async (local: string) => (local === 'alice' || local === 'postmaster' ? FORWARD : GONE));
  const settings = withDefaults({ domain: 'handles.test', hostname: 'mx.test', secrets: [], spoolFolder: '', limits });
  const record = vi.fn();
  const limitReached = vi.fn();
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const waits = vi.fn(secondsToWait);
  const context = {
    settings,
    directory: { resolve },
    contacts: { find: async () => ({ key: '1' }) },
    readReturnAddress: async () => null,
    findListing: vi.fn(async () => listing),
    greylist: { secondsToWait: waits },
    recorder: { record, limitReached },
    counters: { take: (key: string) => !exceeded.some((prefix) => key.startsWith(prefix)) },
    clock: () => new Date(0),
    log,
  };
  const limiter = new RateLimiter(settings.limits, true, context.counters);
  const policy = new TransferPolicy(context as unknown as TransferContext, limiter);
  const session = new Session('192.0.2.9');
  session.dnsblListing = Promise.resolve(listing);
  const check = (address: string, changes: Partial<Envelope> = {}) =>
    policy.checkRecipient(address, { ...envelope('Bob@Senders.test'), ...changes }, session);
  const refusals = () => record.mock.calls.map(([, step]) => step).filter(({ step }) => step === 'refused');
  return { policy, session, context, check, record, refusals, limitReached, log, waits };
}

const envelope = (from: string, utf8 = false): Envelope => ({ from, utf8, recipients: new Map(), firstRecipientAt: 0 });
const recipient = (inboxes: { id: number | null; address: string }[]): AcceptedRecipient => ({
  kind: 'forward',
  address: 'alice@handles.test',
  local: 'alice',
  key: '1',
  policy: undefined,
  inboxes,
});

it('looks up the client in block lists at connect', async () => {
  const { policy, session, context } = create({ listing: 'bl.test' });
  policy.startLookups(session);
  expect(context.findListing).toHaveBeenCalledWith('192.0.2.9');
  expect(await session.dnsblListing).toBe('bl.test');
});

it('rejects a sender above its limit or outside ASCII', async () => {
  const limited = create({ exceeded: ['sender 192.0.2.9 bob@xn--bcher-kva.test'] });
  const check = (from: string) => limited.policy.checkSender(envelope(from), limited.session);
  expect(await check('Bob@Bücher.test')).toMatchObject({ responseCode: 451, enhanced: '4.7.1' });
  expect(await check('ann@senders.test')).toBeNull();
  expect(await check('')).toBeNull();
  expect(await check('ü@senders.test')).toMatchObject({ responseCode: 553 });
});

it('accepts a recipient, after the greylist has seen network, sender and recipient', async () => {
  const { check, waits, record } = create();
  expect(await check('alice@handles.test')).toEqual(recipient([{ id: null, address: 'a@inbox.test' }]));
  expect(waits.mock.calls).toEqual([['192.0.2.0/24', 'bob@senders.test', '1']]);
  expect(record).not.toHaveBeenCalled();
});

it('defers a client that the greylist does not know, without a record', async () => {
  const { check, record } = create({ secondsToWait: async () => 60 });
  await expect(check('alice@handles.test')).rejects.toMatchObject({
    responseCode: 451,
    enhanced: '4.7.1',
    text: 'Greylisted: please try again in 60 seconds',
  });
  expect(record).not.toHaveBeenCalled();
});

it('accepts mail while the greylist fails, and without a greylist', async () => {
  const failing = create({ secondsToWait: () => Promise.reject(new Error('away')) });
  expect(await failing.check('alice@handles.test')).toMatchObject({ key: '1' });
  expect(failing.log.warn.mock.calls).toMatchObject([[{ event: 'mail.greylist.lookup_failed' }, expect.any(String)]]);
  const without = create();
  without.context.greylist = null as never;
  expect(await without.check('alice@handles.test')).toMatchObject({ key: '1' });
});

it('asks no block list and no greylist about mail for the postmaster, and no greylist about replies', async () => {
  const listed = create({ listing: 'bl.test', secondsToWait: async () => 60 });
  expect(await listed.check('postmaster@handles.test')).toMatchObject({ kind: 'forward' });
  const reply = create({ secondsToWait: async () => 60 });
  expect(await reply.check(REPLY)).toMatchObject({ kind: 'reply', key: '1' });
  expect(reply.waits).not.toHaveBeenCalled();
});

it('rejects a client on a block list, and records that for the recipient', async () => {
  const { check, refusals, record } = create({ listing: 'bl.test' });
  const text = 'Rejected: your IP address 192.0.2.9 is listed at bl.test';
  await expect(check('alice@handles.test')).rejects.toMatchObject({ responseCode: 550, enhanced: '5.7.1', text });
  expect(refusals()).toMatchObject([{ code: 550, enhanced: '5.7.1', text }]);
  expect(record.mock.calls[0]?.[1]).toMatchObject({
    step: 'received',
    key: '1',
    recipient: 'alice@handles.test',
    sender: 'Bob@Senders.test',
    client: '192.0.2.9',
  });
});

it('needs SMTPUTF8 for a recipient outside ASCII', async () => {
  const { check } = create({ resolve: async () => FORWARD });
  await expect(check('älice@handles.test')).rejects.toMatchObject({ responseCode: 553 });
  expect(await check('älice@handles.test', { utf8: true })).toMatchObject({ key: '1' });
});

it('asks for a transaction of its own for a reply beside another handle', async () => {
  const { check } = create();
  const other = { kind: 'drop', address: '', key: '2' } as const;
  const refused = { responseCode: 452, enhanced: '4.5.3' };
  await expect(check(REPLY, { recipients: new Map([['x', other]]) })).rejects.toMatchObject(refused);
  expect(await check(REPLY, { recipients: new Map([['x', { ...other, key: '1' }]]) })).toMatchObject({ key: '1' });
});

it('rejects mail above the limit of a recipient, and tells the owner the smaller limit', async () => {
  const limits = { messagesPerRecipient: 7, messagesPerInbox: 5 };
  const { check, limitReached, refusals } = create({ limits, exceeded: ['recipient 1'] });
  await expect(check('alice@handles.test')).rejects.toMatchObject({ responseCode: 451 });
  expect(limitReached.mock.calls).toEqual([['1', 5]]);
  expect(refusals()).toMatchObject([{ code: 451 }]);
});

it('marks the inboxes that have reached their limit, while another has not', async () => {
  const resolve = async (): Promise<Resolution> => ({ ...FORWARD, others: [{ id: 2, address: 'B@inbox.test' }] });
  const { check, limitReached } = create({ resolve, exceeded: ['inbox b@inbox.test'] });
  expect(await check('alice@handles.test')).toEqual(
    recipient([{ id: null, address: 'a@inbox.test' }, { id: 2, address: 'B@inbox.test', isFull: true } as never]),
  );
  expect(limitReached).not.toHaveBeenCalled();
});

it('records a rejection that the host gives for a recipient, and none for an unknown one', async () => {
  const stopped = create({ resolve: async () => ({ ...GONE, key: '3' }) });
  await expect(stopped.check('alice@handles.test')).rejects.toMatchObject({ responseCode: 550 });
  expect(stopped.record.mock.calls[0]?.[1]).toMatchObject({ key: '3' });
  const unknown = create();
  await expect(unknown.check('nobody@handles.test')).rejects.toMatchObject({ responseCode: 550 });
  expect(unknown.record).not.toHaveBeenCalled();
  expect(unknown.log.error).not.toHaveBeenCalled();
  expect(unknown.session.rejectedRecipients).toBe(1);
});

it('logs a directory that fails, and passes on other errors', async () => {
  const failing = create({ resolve: () => Promise.reject(new Error('away')) });
  await expect(failing.check('alice@handles.test')).rejects.toMatchObject({ responseCode: 451 });
  expect(failing.log.error.mock.calls).toMatchObject([
    [{ event: 'mail.smtp.recipient_lookup_failed' }, expect.any(String)],
  ]);
  expect(failing.session.rejectedRecipients).toBe(0);
  const broken = create();
  broken.session.dnsblListing = Promise.reject(new Error('broken', { cause: 'a fault of the program' }));
  await expect(broken.check('alice@handles.test')).rejects.toThrow('broken');
  expect(broken.log.error).not.toHaveBeenCalled();
  expect(broken.record).not.toHaveBeenCalled();
});

it('delays the replies to a client that guesses recipients, then closes its connection', async () => {
  const { check } = create({ limits: { slowAfterRefusals: 1, maxRefusals: 2 } });
  const pending = Symbol('pending');
  const reply = async () => {
    const checked = check('nobody@handles.test').catch(
      (error: SmtpReplyError) => `${error.responseCode} ${error.enhanced}`,
    );
    for (let at = 0; at < 5; at++) await turn();
    return { checked, first: await Promise.race([checked, Promise.resolve(pending)]) };
  };
  expect((await reply()).first).toBe('550 5.1.1');
  const second = await reply();
  expect(second.first).toBe(pending);
  expect(await second.checked).toBe('550 5.1.1');
  expect((await reply()).first).toBe('421 4.7.0');
});

it('closes the connection of a network that names too many unknown recipients, without a delay', async () => {
  const { check } = create({ limits: { slowAfterRefusals: 0 }, exceeded: ['unknown 192.0.2.9'] });
  await expect(check('nobody@handles.test')).rejects.toMatchObject({ responseCode: 421, enhanced: '4.7.0' });
});

it.each<[string, Resolution, { id: number | null; address: string }[], boolean]>([
  ['stay', FORWARD, [{ id: null, address: 'a@inbox.test' }], false],
  ['have another address', FORWARD, [{ id: null, address: 'b@inbox.test' }], true],
  ['have another id', FORWARD, [{ id: 4, address: 'a@inbox.test' }], true],
  [
    'are fewer',
    FORWARD,
    [
      { id: null, address: 'a@inbox.test' },
      { id: 4, address: 'b@inbox.test' },
    ],
    true,
  ],
  ['are gone', GONE, [{ id: null, address: 'a@inbox.test' }], true],
])('defers a message whose inboxes %s since RCPT: %s', async (_what, resolution, inboxes, isDeferred) => {
  const { policy } = create({ resolve: async () => resolution });
  const reply = await policy.recheckDestinations([{ kind: 'drop', address: '', key: '2' }, recipient(inboxes)]);
  if (isDeferred) expect(reply).toMatchObject({ responseCode: 451, enhanced: '4.3.0' });
  else expect(reply).toBeNull();
});

it('keeps the inboxes of RCPT while the directory fails', async () => {
  const { policy } = create({ resolve: () => Promise.reject(new Error('away')) });
  expect(await policy.recheckDestinations([recipient([{ id: 9, address: 'x@inbox.test' }])])).toBeNull();
});

it('records the rejection of a message for each recipient with a log', () => {
  const { policy, record } = create();
  const bounce = { kind: 'bounce', address: 'srs', sender: '', recipient: '' } as const;
  const recipients = [bounce, recipient([])];
  const transaction = { from: 'x@s.test', recipients, client: { address: '192.0.2.1' } } as unknown as Transaction;
  policy.recordRejected(new SmtpReplyError(550, '5.7.1', 'No'), transaction);
  expect(record.mock.calls.map(([, step]) => step)).toMatchObject([
    { step: 'received', key: '1', recipient: 'alice@handles.test', sender: 'x@s.test', client: '192.0.2.1' },
    { step: 'refused', code: 550, enhanced: '5.7.1', text: 'No' },
  ]);
});
