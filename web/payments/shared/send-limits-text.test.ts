import { expect, it } from 'vitest';
import type { Plan } from '../../../contract/payments/plans.ts';
import { sendLimitsText } from './send-limits-text.ts';

it('states the limits of sending of this installation, with those of the first week', () => {
  const sendLimits = { Plus: { hour: 50, day: 200 }, Deluxe: { hour: 80, day: 81 }, Vanity: { hour: 200, day: 1000 } };
  expect(sendLimitsText('Plus', { sendLimits })).toBe(
    'Sends to 50 people an hour and 200 a day; in its first week, to 12 and 50',
  );
  expect(sendLimitsText('Deluxe', { sendLimits })).toContain('in its first week, to 20 and 20');
  expect(sendLimitsText('Free', { sendLimits })).toBeUndefined();
  expect(sendLimitsText('Plus', {})).toBeUndefined();
  const common = { sendLimits, commonFeatures: 'Deluxe' } as const;
  expect(['Free', 'Plus', 'Deluxe'].map((plan) => sendLimitsText(plan as Plan, common))).toEqual(
    Array.from({ length: 3 }, () => sendLimitsText('Deluxe', { sendLimits })),
  );
  expect(sendLimitsText('Vanity', common)).toContain('1000 a day');
});
