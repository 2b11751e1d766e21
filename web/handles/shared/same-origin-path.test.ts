import { expect, it } from 'vitest';
import { sameOriginPath } from './same-origin-path.ts';

it('returns the path of a URL on our origin and leaves others unchanged', () => {
  const origin = 'http://localhost:3000';
  expect(sameOriginPath('http://localhost:3000/media/uploads/a?s=1', origin)).toBe('/media/uploads/a?s=1');
  expect(sameOriginPath('/media/a.webp', origin)).toBe('/media/a.webp');
  expect(sameOriginPath('http://localhost:30001/a', origin)).toBe('http://localhost:30001/a');
  expect(sameOriginPath('https://elsewhere.example/a.png', origin)).toBe('https://elsewhere.example/a.png');
});
