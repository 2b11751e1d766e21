import { generateKeyPairSync } from 'node:crypto';
import { vi } from 'vitest';
import { createDispatcher, type ReadyMessage, type RecipientCopy } from '../../../mail/delivery/deliver-or-queue.ts';
import type { DeliveryControl } from '../../../mail/host/transport.ts';
import type { MailHost } from '../../../mail/host.ts';
import type { DeliveryResult } from '../../../mail/message/delivery-result.ts';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import { newId } from '../../../mail/message/message-id.ts';
import type { OutgoingMessage } from '../../../mail/message/outgoing-message.ts';
import type { Enqueued, Outcome } from '../../../mail/message/queued-message.ts';
import { withDefaults } from '../../../mail/options.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const DELIVERED: DeliveryResult = { kind: 'delivered', code: 250, text: '250 ok', final: true };
/** The id of the message, from which the time of its acceptance is read. */
const ID = newId(new Date('2026-11-25T12:00:00Z'));
export const OK = `2.0.0 Ok: taken as ${ID}`;
export const BODY = bodyFromBuffer(Buffer.from('x'));

/** A copy whose delivery ends with a result, immediately or, if it `isLate`, after the final dot. */
export interface Planned {
  result?: DeliveryResult;
  isLate?: boolean;
  inbox?: number | null;
  isFull?: true;
  /** The id of the delivery if the recipient has several copies. */
  group?: string;
  /** Copies with one body become one message of the queue. */
  body?: string;
  utf8?: boolean;
}

/** A dispatcher with a transport and a queue that tests control, and a message of planned copies. */
export function planDispatch(plans: Planned[], { senderVouched = true, authenticated = true, isGone = false } = {}) {
  const shared = new Map<string, RecipientCopy['shared']>();
  const ends: ((result: DeliveryResult) => void)[] = [];
  const copies = plans.map(({ inbox = null, isFull, group, body = '', utf8 = false }, at): RecipientCopy => {
    const id = `c${at}`;
    const own = { id: `m${at}`, body: BODY };
    if (body !== '' && !shared.has(body)) shared.set(body, { id: `shared ${body}`, body: BODY });
    return {
      message: { id, from: 'srs@handles.test', to: `${at}@inbox.test`, body: BODY, utf8 },
      delivery: group ?? id,
      recipient: 'alice@handles.test',
      key: 'alice',
      inbox: { id: inbox, address: `${at}@inbox.test`, ...(isFull && { isFull }) },
      shared: shared.get(body) ?? own,
    };
  });
  const deliver = vi.fn(async ({ id }: OutgoingMessage, { onDot }: DeliveryControl) => {
    const at = Number(id.slice(1));
    if (!plans[at]?.isLate) return plans[at]?.result ?? DELIVERED;
    onDot();
    return new Promise<DeliveryResult>((resolve) => {
      ends[at] = resolve;
    });
  });
  const enqueue = vi.fn(async (items: Enqueued[]) =>
    items.flatMap(({ recipients }) => recipients.map(({ lease, id }) => (lease > 0 ? `lease ${id}` : ''))),
  );
  const settle = vi.fn(async (_id: string, _lease: string, _outcome: Outcome) => 'settled');
  const record = vi.fn();
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const host = {
    queue: { enqueue, settle, renew: vi.fn(async () => {}) },
    transport: { deliver },
    recorder: { record, alarm: vi.fn(), limitReached: vi.fn() },
    signingKey: () => ({ selector: 's', privateKey }),
    clock: () => new Date(0),
    log,
  };
  const settings = withDefaults({ domain: 'handles.test', hostname: 'mx.test', secrets: [], spoolFolder: '' });
  const dispatcher = createDispatcher(host as unknown as MailHost, settings);
  const onPending = vi.fn();
  const dispatch = {
    transaction: { id: ID, from: 'bob@senders.test', isGone: () => isGone },
    verdicts: { senderVouched, authenticated },
    head: Buffer.from('Subject: hello\r\n\r\n'),
    copies,
    onPending,
  } as unknown as ReadyMessage;
  /** The steps of a delivery, without those of attempts. */
  const steps = (delivery: string) =>
    record.mock.calls.filter(([id, { step }]) => id === delivery && step !== 'tried').map(([, step]) => step);
  const tried = () => record.mock.calls.filter(([, { step }]) => step === 'tried').map(([id, step]) => [id, step]);
  /** Delivers the message; attempts that take longer than the sender waits are in doubt. */
  const deliverNow = async () => {
    const reply = dispatcher.deliverNow(dispatch);
    reply.catch(() => {});
    await vi.advanceTimersByTimeAsync(20_000);
    return reply;
  };
  const end = async (at: number, result: DeliveryResult) => {
    ends[at]?.(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  const queued = () => enqueue.mock.calls.flatMap(([items]) => items);
  return { dispatcher, dispatch, deliverNow, deliver, enqueue, queued, settle, steps, tried, onPending, log, end };
}
