import { expect, it } from 'vitest';
import { firstWeekLimits } from './send-limits.ts';

it('allows a quarter of the limits in the first week, and at least one recipient', () => {
  expect(firstWeekLimits({ hour: 50, day: 200 })).toEqual({ hour: 12, day: 50 });
  expect(firstWeekLimits({ hour: 1, day: 3 })).toEqual({ hour: 1, day: 1 });
});
