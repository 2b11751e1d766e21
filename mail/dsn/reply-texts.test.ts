import { expect, it } from 'vitest';
import { publicCode } from './reply-texts.ts';

it.each([
  ['5.1.1', '5.1.1'],
  ['5.1.10', '5.1.10'],
  ['4.7.0', '4.7.0'],
  ['5.7.26', '5.7.26'],
  // Outlook.com, Exchange Online, Gmail, Yahoo.
  ['5.7.515', '5.7.1'],
  ['5.7.606', '5.7.1'],
  ['4.7.28', '4.7.1'],
  ['5.7.40', '5.7.1'],
  ['4.2.122', '4.2.0'],
  ['5.4.316', '5.4.0'],
  ['5.9.1', '5.0.0'],
  ['5.01.001', '5.1.1'],
  ['', ''],
])('replaces the private code "%s" by the public code "%s"', (enhanced, expected) => {
  expect(publicCode(enhanced)).toBe(expected);
});
