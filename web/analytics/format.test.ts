import { expect, it } from 'vitest';
import { changeOf, formatFigure } from './format.ts';

it('shows small figures in full and abbreviates large ones', () => {
  expect([0, 1234, 99_999, 123_400, 2_000_000].map(formatFigure)).toEqual(['0', '1,234', '99,999', '123.4K', '2M']);
});

it('compares a count with the previous period', () => {
  expect(changeOf(150, 100)).toEqual({ direction: 'up', text: '50%' });
  expect(changeOf(0, 8)).toEqual({ direction: 'down', text: '100%' });
  expect(changeOf(1001, 1000)).toEqual({ direction: 'same', text: 'no change' });
  expect(changeOf(5, 0)).toBeNull();
});
