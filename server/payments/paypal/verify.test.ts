import { expect, it } from 'vitest';
import type { Payment } from '../payment-store.ts';
import type { Capture, Order } from './replies.ts';
import { captureDiffers, orderDiffers } from './verify.ts';

const PAYMENT = { order_id: 'O1', capture_id: 'C1', reference: 'R1', price_cents: 1200, payee: 'M1' } as Payment;
const PRICE = { currency_code: 'USD', value: '12.00' };
const UNIT = { amount: PRICE, custom_id: 'R1', payee: { merchant_id: 'M1' } };
const ORDER: Order = { id: 'O1', status: 'APPROVED', intent: 'CAPTURE', purchase_units: [UNIT] };
const CAPTURE: Capture = { id: 'C1', status: 'COMPLETED', ...UNIT };
const NO_PAYEE = { payee: null };

it.each<[string | undefined, Partial<Order>]>([
  [undefined, {}],
  [undefined, { intent: undefined }],
  ['another order', { id: 'O2' }],
  ['intent AUTHORIZE', { intent: 'AUTHORIZE' }],
  ['not one purchase unit', { purchase_units: undefined }],
  ['not one purchase unit', { purchase_units: [] }],
  ['not one purchase unit', { purchase_units: [UNIT, UNIT] }],
])('finds the difference %j in an order with %j', (difference, changes) => {
  expect(orderDiffers(PAYMENT, { ...ORDER, ...changes }, undefined)).toBe(difference);
});

it.each<[string | undefined, Partial<Capture>]>([
  ['another capture', { id: 'C2' }],
  ['captured 12.01 USD', { amount: { ...PRICE, value: '12.01' } }],
  ['captured 12.00 EUR', { amount: { ...PRICE, currency_code: 'EUR' } }],
  ['captured undefined undefined', { amount: undefined }],
  // The payee was checked with the order.
  [undefined, { payee: undefined }],
])('finds the difference %j in a capture with %j', (difference, changes) => {
  expect(captureDiffers(PAYMENT, { ...CAPTURE, ...changes }, undefined)).toBe(difference);
});

it('accepts the first capture of a payment', () => {
  expect(captureDiffers({ ...PAYMENT, capture_id: null }, { ...CAPTURE, id: 'C2' }, undefined)).toBeUndefined();
});

it.each<[string | undefined, Partial<typeof UNIT | Capture>, Partial<Payment>, string | undefined]>([
  [undefined, {}, {}, undefined],
  [undefined, {}, {}, 'M1'],
  [undefined, { custom_id: undefined }, {}, undefined],
  ['another reference', { custom_id: 'R2' }, {}, undefined],
  ['another payee', {}, {}, 'M2'],
  ['another payee', { payee: { merchant_id: 'M2' } }, {}, undefined],
  [undefined, { payee: { email_address: 'M1' } }, {}, undefined],
  [undefined, { payee: undefined }, NO_PAYEE, 'M1'],
  [undefined, {}, NO_PAYEE, undefined],
  ['another payee', {}, NO_PAYEE, 'M2'],
])(
  'finds the difference %j in a part with %j, for a payment with %j and the merchant %j',
  (difference, part, changes, merchant) => {
    const payment = { ...PAYMENT, ...changes };
    const order = { ...ORDER, purchase_units: [{ ...UNIT, ...part }] };
    expect(orderDiffers(payment, order, merchant)).toBe(difference);
    expect(captureDiffers(payment, { ...CAPTURE, ...part }, merchant)).toBe(difference);
  },
);

it.each([
  ['no payee', { payee: undefined }],
  ['amount 12.01 USD', { amount: { ...PRICE, value: '12.01' } }],
  ['amount 12.00 EUR', { amount: { ...PRICE, currency_code: 'EUR' } }],
  ['amount undefined undefined', { amount: undefined }],
])('finds the difference %j in an order whose unit has %j', (difference, unit) => {
  expect(orderDiffers(PAYMENT, { ...ORDER, purchase_units: [{ ...UNIT, ...unit }] }, undefined)).toBe(difference);
});
