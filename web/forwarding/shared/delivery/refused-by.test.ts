import { expect, it } from 'vitest';
import { BLOCKED_SENDER_TEXT } from '../../../../contract/forwarding/blocked-sender.ts';
import type { Delivery, DeliveryEvent } from '../../../../contract/forwarding/delivery-log.ts';
import { refusedBy } from './state-text.tsx';

const at = '2026-11-21T15:00:00.000Z';
const refusal: DeliveryEvent = { at, step: 'refused', code: 550, words: 'No' };
const delivery = (events: DeliveryEvent[], rest: Partial<Delivery> = {}): Delivery => ({
  id: 'd',
  handleId: 1,
  direction: 'received',
  recipient: '',
  sender: '',
  author: '',
  subject: null,
  client: '',
  size: 1,
  state: 'refused',
  receivedAt: at,
  events,
  ...rest,
});

it('distinguishes a refusal by the inbox from a blocked sender and from other refusals', () => {
  const byInbox: DeliveryEvent = { at, step: 'tried', code: 550, enhanced: '5.1.1' };
  expect(refusedBy(delivery([byInbox, refusal]))).toBe('Refused by the inbox');
  expect(refusedBy(delivery([{ ...refusal, words: `550 5.7.1 ${BLOCKED_SENDER_TEXT}` }]))).toBe(
    'Refused, the sender is blocked',
  );
  expect(refusedBy(delivery([refusal]))).toBeUndefined();
  expect(refusedBy(delivery([byInbox], { state: 'queued' }))).toBeUndefined();
  expect(refusedBy(delivery([byInbox, refusal], { direction: 'sent' }))).toBeUndefined();
});
