import { expect, test } from 'vitest';
import { ownAddress } from './same-origin-path.ts';

test('our own addresses become paths, others stay as they are', () => {
  const origin = 'http://localhost:3000';
  expect(ownAddress('http://localhost:3000/media/uploads/a?s=1', origin)).toBe('/media/uploads/a?s=1');
  expect(ownAddress('/media/a.webp', origin)).toBe('/media/a.webp');
  expect(ownAddress('http://localhost:30001/a', origin)).toBe('http://localhost:30001/a');
  expect(ownAddress('https://elsewhere.example/a.png', origin)).toBe('https://elsewhere.example/a.png');
});
