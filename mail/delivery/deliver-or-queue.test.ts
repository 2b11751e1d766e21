import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BODY, OK, type Planned, planDispatch } from '../../tests/support/mail/planned-dispatch.ts';
import { OutcomeUnknown } from '../host/queue-store.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import { AbortConnection } from '../message/smtp-reply-error.ts';

const DELIVERED: DeliveryResult = { kind: 'delivered', code: 250, text: '250 ok', final: true };
const REFUSED: DeliveryResult = { kind: 'refused', code: 550, enhanced: '5.1.1', text: '550 5.1.1 no' };
const DEFERRED: DeliveryResult = { kind: 'deferred', code: 451, enhanced: '4.7.99', text: '451 4.7.99 later' };
const UNTRIED: DeliveryResult = { ...DEFERRED, untried: true };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a message that is delivered while its sender waits', () => {
  it('is accepted once all of its copies are delivered, and nothing is queued', async () => {
    const { deliverNow, enqueue, tried, onPending } = planDispatch([{}, { inbox: 7 }]);
    expect(await deliverNow()).toBe(OK);
    expect(enqueue).not.toHaveBeenCalled();
    expect(onPending).not.toHaveBeenCalled();
    expect(tried()).toEqual([
      ['c0', { step: 'tried', result: DELIVERED }],
      ['c1', { step: 'tried', result: DELIVERED, inbox: 7 }],
    ]);
  });

  it('is accepted without copies', async () => {
    expect(await planDispatch([]).deliverNow()).toBe(OK);
  });

  it.each<[string, DeliveryResult[], object]>([
    ['the code of the refusal', [REFUSED], { responseCode: 550, enhanced: '5.1.1' }],
    ['the first refusal of several', [REFUSED, { ...REFUSED, enhanced: '5.2.2' }], { enhanced: '5.1.1' }],
    ['a refusal that reveals no provider', [{ ...REFUSED, enhanced: '5.7.509' }], { enhanced: '5.7.1' }],
  ])('is rejected with %s if no copy is delivered', async (_what, results, reply) => {
    const { deliverNow, enqueue } = planDispatch(results.map((result) => ({ result })));
    await expect(deliverNow()).rejects.toMatchObject(reply);
    expect(enqueue).not.toHaveBeenCalled();
  });

  it.each<[string, Planned[], object]>([
    ['4.7.1', [{ result: DEFERRED }], { text: expect.stringMatching(/refuses this message, please try again$/) }],
    ['4.2.2', [{ result: REFUSED }, { result: { ...DEFERRED, enhanced: '5.2.2' } }], {}],
    ['4.1.10', [{ result: { ...DEFERRED, enhanced: '5.1.10' } }], {}],
    ['4.4.0', [{ result: { ...DEFERRED, enhanced: '' } }], {}],
    ['4.4.0', [{ result: { ...DEFERRED, enhanced: 'x5.2.2' } }], {}],
    ['4.4.0', [{ result: { ...DEFERRED, enhanced: '5.2.2x' } }], {}],
    ['4.7.1', [{ isFull: true }], {}],
    ['4.2.2', [{ isFull: true }, { result: { ...DEFERRED, enhanced: '4.2.2' } }], {}],
  ])('is deferred with %s if its sender is not authenticated', async (enhanced, plans, reply) => {
    const { deliverNow, enqueue } = planDispatch(plans, { authenticated: false });
    await expect(deliverNow()).rejects.toMatchObject({ responseCode: 451, enhanced, ...reply });
    expect(enqueue).not.toHaveBeenCalled();
  });

  it('is queued if its sender is authenticated, with the result of the attempt', async () => {
    const { deliverNow, queued, steps } = planDispatch([{ result: DEFERRED, inbox: 7 }, { result: UNTRIED }]);
    expect(await deliverNow()).toBe(OK);
    expect(queued()).toEqual([
      {
        message: { id: 'c0', reportTo: 'bob@senders.test', utf8: false, body: BODY },
        recipients: [
          {
            id: 'c0',
            from: 'srs@handles.test',
            destination: '0@inbox.test',
            recipient: 'alice@handles.test',
            key: 'alice',
            after: 60,
            lease: 0,
            inbox: 7,
            lastResult: '451 4.7.99 later',
          },
        ],
      },
      {
        message: expect.objectContaining({ id: 'c1' }),
        recipients: [expect.not.objectContaining({ lastResult: expect.anything() })],
      },
    ]);
    expect(queued()[1]?.recipients[0]).not.toHaveProperty('inbox');
    expect([...steps('c0'), ...steps('c1')]).toEqual([
      { step: 'queued', after: 60, inbox: 7 },
      { step: 'queued', after: 60 },
    ]);
  });

  it('is rejected if it cannot be queued, and its attempt is recorded once', async () => {
    const { deliverNow, enqueue, tried } = planDispatch([{ result: DEFERRED }]);
    enqueue.mockRejectedValue(new Error('away'));
    await expect(deliverNow()).rejects.toMatchObject({ responseCode: 451, enhanced: '4.3.0' });
    expect(tried()).toHaveLength(1);
  });

  it('is neither queued nor answered if its sender has disconnected and will send it again', async () => {
    const { deliverNow, enqueue } = planDispatch([{ result: DEFERRED }], { isGone: true });
    await expect(deliverNow()).rejects.toThrow(AbortConnection);
    expect(enqueue).not.toHaveBeenCalled();
  });

  it('is queued for the rest if one copy is delivered, whoever sent it', async () => {
    const plans = [{}, { result: DEFERRED }, { result: REFUSED }];
    const { deliverNow, queued, steps } = planDispatch(plans, {
      authenticated: false,
      senderVouched: false,
      isGone: true,
    });
    expect(await deliverNow()).toBe(OK);
    expect(queued()).toMatchObject([{ message: { id: 'c1', reportTo: '' }, recipients: [{ id: 'c1' }] }]);
    expect(steps('c2')).toEqual([
      { step: 'returned', toSender: false, enhanced: '5.1.1', text: 'The mailbox behind this address does not exist' },
    ]);
    expect(steps('c0')).toEqual([]);
  });

  it('records a recipient as failed only if all of its inboxes refuse', async () => {
    const one = [{ group: 'g' }, { group: 'g', result: REFUSED, inbox: 8 }];
    const other = [2, 3].map((inbox) => ({ group: 'h', result: REFUSED, inbox }));
    const { deliverNow, steps } = planDispatch([...one, ...other]);
    await deliverNow();
    const failed = { step: 'failed', enhanced: '5.1.1', text: 'The mailbox behind this address does not exist' };
    expect(steps('g')).toEqual([{ ...failed, inbox: 8 }]);
    expect(steps('h')).toEqual([
      { ...failed, inbox: 2 },
      { ...failed, inbox: 3 },
      { ...failed, step: 'returned', toSender: false },
    ]);
  });

  it('tells the queue that another inbox of the recipient has the message', async () => {
    const { deliverNow, queued } = planDispatch([
      { group: 'g' },
      { group: 'g', result: DEFERRED },
      { group: 'h', result: DEFERRED },
    ]);
    await deliverNow();
    expect(queued().map(({ recipients }) => recipients[0]?.group)).toEqual([
      { id: 'g', isServed: true },
      { id: 'h', isServed: false },
    ]);
  });

  it('is not attempted for an inbox that has reached its limit, which gets it later', async () => {
    const { deliverNow, deliver, queued, steps } = planDispatch([{ isFull: true }]);
    expect(await deliverNow()).toBe(OK);
    expect(deliver).not.toHaveBeenCalled();
    expect(queued()[0]?.recipients).toMatchObject([{ after: 60, lease: 0, overLimit: true }]);
    expect(queued()[0]?.recipients[0]).not.toHaveProperty('lastResult');
    expect(steps('c0')).toEqual([
      { step: 'queued', after: 60, note: expect.stringContaining('as much mail in an hour') },
    ]);
  });
});

describe('a message whose delivery is in doubt', () => {
  it('is queued with a lease, which ends with the reply of the destination', async () => {
    const { deliverNow, queued, settle, steps, tried, onPending, end } = planDispatch([{ isLate: true, inbox: 7 }]);
    expect(await deliverNow()).toBe(OK);
    expect(onPending).toHaveBeenCalledOnce();
    expect(queued()[0]?.recipients).toMatchObject([{ after: 0, lease: 30 }]);
    expect([steps('c0'), tried()]).toEqual([[], []]);
    await end(0, DELIVERED);
    expect(settle.mock.calls).toEqual([['c0', 'lease c0', { kind: 'delivered', text: '250 ok' }]]);
    expect(tried()).toEqual([['c0', { step: 'tried', result: DELIVERED, inbox: 7 }]]);
  });

  it('stays in the queue if the destination defers it', async () => {
    const { deliverNow, settle, steps, end } = planDispatch([{ isLate: true }]);
    await deliverNow();
    await end(0, DEFERRED);
    expect(settle.mock.calls[0]?.[2]).toEqual({ kind: 'retry', after: 60, text: DEFERRED.text });
    expect(steps('c0')).toEqual([{ step: 'queued', after: 60 }]);
  });

  it.each([true, false])(
    'fails if the destination refuses it; its sender is vouched for and gets a notice: %s',
    async (senderVouched) => {
      const { deliverNow, settle, steps, end } = planDispatch([{ isLate: true }], { senderVouched });
      await deliverNow();
      await end(0, REFUSED);
      const outcome = settle.mock.calls[0]?.[2];
      expect(outcome).toMatchObject({ kind: 'failed', text: REFUSED.text });
      const report = outcome?.kind === 'failed' ? outcome.report : undefined;
      if (senderVouched) {
        expect(report?.recipients).toMatchObject([{ destination: 'bob@senders.test' }]);
        const notice = Buffer.concat(report?.message.body.chunks as Buffer[]).toString();
        expect(notice).toContain('alice@handles.test');
        expect(notice).toContain('Subject: hello');
        expect(notice).toMatch(/Arrival-Date: Wed, 25 Nov 2026/);
      } else expect(report).toBeNull();
      expect(steps('c0')).toMatchObject([{ step: 'returned', toSender: senderVouched, enhanced: '5.1.1' }]);
    },
  );

  it('counts a refusal against its recipient once it is stored', async () => {
    const { deliverNow, settle, steps, end } = planDispatch([{ isLate: true, group: 'g', inbox: 7 }, { group: 'g' }]);
    settle.mockResolvedValue('withheld');
    await deliverNow();
    await end(0, REFUSED);
    expect(steps('g')).toMatchObject([{ step: 'failed', inbox: 7, enhanced: '5.1.1' }]);
  });

  it('is decided by the reply of the destination if it cannot be stored and is the only copy', async () => {
    for (const [result, expected] of [
      [DELIVERED, OK],
      [REFUSED, '5.1.1 The mailbox behind this address does not exist'],
      [DEFERRED, '4.3.0 Temporary failure while storing the message, please try again'],
    ] as const) {
      const { dispatcher, dispatch, enqueue, tried, steps, end } = planDispatch([{ isLate: true, inbox: 7 }]);
      enqueue.mockRejectedValue(new Error('away'));
      const reply = dispatcher.deliverNow(dispatch).catch((error: Error) => error.message);
      await vi.advanceTimersByTimeAsync(20_000);
      await end(0, result);
      expect(await reply).toBe(expected);
      expect(tried()).toEqual([['c0', { step: 'tried', result, inbox: 7 }]]);
      expect(steps('c0')).toEqual([]);
    }
  });

  it('is rejected if it cannot be stored and another copy waits as well', async () => {
    const { deliverNow, enqueue, steps } = planDispatch([{ isLate: true }, { result: DEFERRED }]);
    enqueue.mockRejectedValue(new Error('away'));
    await expect(deliverNow()).rejects.toMatchObject({ responseCode: 451, enhanced: '4.3.0' });
    expect(steps('c1')).toEqual([]);
  });
});

describe('a message that the queue delivers', () => {
  it('is stored with its notices, copies with the same content as one message', async () => {
    const plans = [{ body: 'b' }, {}, { body: 'b', utf8: true }, { isFull: true as const }];
    const { dispatcher, dispatch, enqueue, deliver, steps } = planDispatch(plans);
    const notice = { message: { id: 'n', reportTo: '', utf8: false, body: BODY }, recipients: [] };
    expect(await dispatcher.enqueueAll(dispatch, [notice])).toBe(OK);
    expect(deliver).not.toHaveBeenCalled();
    expect(enqueue).toHaveBeenCalledOnce();
    const [items = []] = enqueue.mock.calls[0] ?? [];
    const stored = items.map(({ message, recipients }) => [
      message.id,
      message.utf8,
      recipients.map(({ id, after }) => `${id} ${after}`),
    ]);
    expect(stored).toEqual([
      ['n', false, []],
      ['shared b', true, ['c0 0', 'c2 0']],
      ['c1', false, ['c1 0']],
      ['c3', false, ['c3 60']],
    ]);
    expect(steps('c0')).toEqual([{ step: 'queued', after: 0 }]);
    expect(steps('c3')).toMatchObject([{ step: 'queued', after: 60 }]);
  });

  it('is stored as not yet delivered to any inbox of its recipient', async () => {
    const { dispatcher, dispatch, queued } = planDispatch([{ group: 'g' }, { group: 'g' }]);
    await dispatcher.enqueueAll(dispatch, []);
    expect(queued().map(({ recipients }) => recipients[0]?.group)).toEqual(Array(2).fill({ id: 'g', isServed: false }));
  });

  it.each<[string, Error, object]>([
    ['a full disk', Object.assign(new Error('full'), { code: 'ENOSPC' }), { responseCode: 452, enhanced: '4.3.1' }],
    ['another error', new Error('away'), { responseCode: 451, enhanced: '4.3.0' }],
    ['a commit in doubt', new OutcomeUnknown('unknown'), { name: 'AbortConnection' }],
  ])('is not accepted after %s', async (_what, error, reply) => {
    const { dispatcher, dispatch, enqueue, steps, log } = planDispatch([{}]);
    enqueue.mockRejectedValue(error);
    await expect(dispatcher.enqueueAll(dispatch, [])).rejects.toMatchObject(reply);
    expect(log.error.mock.calls).toMatchObject([[{ event: 'mail.queue.enqueue_failed' }, expect.any(String)]]);
    expect(steps('c0')).toEqual([]);
  });

  it('needs no transaction without items', async () => {
    const { dispatcher, enqueue } = planDispatch([]);
    expect(await dispatcher.store([])).toEqual([]);
    expect(enqueue).not.toHaveBeenCalled();
  });
});
