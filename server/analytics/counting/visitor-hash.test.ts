import { expect, it } from 'vitest';
import { visitorHash } from './visitor-hash.ts';

it('gives one person a different hash for each page, network, browser and day', () => {
  const base = [Buffer.alloc(32, 1), 'ann', '192.0.2.0/24', 'Firefox'] as const;
  const [salt, handle, network, browser] = base;
  const others = [
    visitorHash(Buffer.alloc(32, 2), handle, network, browser),
    visitorHash(salt, 'bob', network, browser),
    visitorHash(salt, handle, '198.51.100.0/24', browser),
    visitorHash(salt, handle, network, 'Safari'),
  ];
  expect(new Set([visitorHash(...base), ...others]).size).toBe(5);
  expect(visitorHash(...base)).toBe(visitorHash(...base));
});
