import { expect, it } from 'vitest';
import { FALLBACK_PRICES, type Plan } from '../../../contract/payments/plans.ts';
import { offerNote } from './offer-note.ts';

it.each<[Plan[], number | undefined, string | undefined]>([
  [['Free', 'Plus', 'Deluxe', 'Vanity'], undefined, undefined],
  [['Free'], undefined, 'Handles of 5 to 10 letters, 2 to 4 letters or one letter are not offered here.'],
  [['Free', 'Vanity'], undefined, 'Handles of 5 to 10 letters or 2 to 4 letters are not offered here.'],
  [['Free', 'Plus', 'Deluxe'], 3, 'A handle has at least 3 characters here.'],
  [['Free'], 5, 'A handle has at least 5 characters here. Handles of 5 to 10 letters are not offered here.'],
  [['Free'], 11, 'A handle has at least 11 characters here.'],
])('of the plans %j from the length %j on, notes: %j', (plans, minimumLength, note) => {
  const prices = FALLBACK_PRICES.filter(({ name }) => plans.includes(name));
  expect(offerNote(prices, { minimumLength })).toBe(note);
});
