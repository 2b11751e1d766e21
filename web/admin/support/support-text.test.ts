import { expect, it } from 'vitest';
import { formatMinutes } from './support-text.tsx';

it.each([
  [0.2, 'under 1 min'],
  [59.4, '59 min'],
  [59.6, '1 h'],
  [200, '3 h 20 min'],
  [1439.7, '1 d'],
  [2 * 1440 + 300, '2 d 5 h'],
])('formats %d minutes as %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});
