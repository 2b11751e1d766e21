import { expect, it } from 'vitest';
import { phoneLink } from './phone-link.ts';

it.each([
  ['+1 202 555 0123', 'tel:+12025550123'],
  ['+44 (0)20 7946-0000', 'tel:+442079460000'],
  ['+1 (202) 555.0123', 'tel:+12025550123'],
  ['0800/123 456', 'tel:0800123456'],
])('links %s to the digits that are dialled', (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
});
