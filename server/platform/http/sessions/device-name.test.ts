import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
])('names the browser and the system of %s', (header, name) => {
  expect(deviceName(header)).toBe(name);
});

it('returns null without a header, and for one that names nothing', () => {
  expect([deviceName(undefined), deviceName(''), deviceName('   ')]).toEqual([null, null, null]);
});

it('takes only a short name from the header, however long the header is', () => {
  const headers = ['x'.repeat(60_000), `${'a/1 '.repeat(20_000)}Firefox/1`, `Evil<script>/${'9'.repeat(50_000)}`];
  for (const header of headers) expect(deviceName(header)?.length ?? 0).toBeLessThanOrEqual(60);
});
