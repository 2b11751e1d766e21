import { expect, it } from 'vitest';
import { qrPng, qrSvg } from './qr-code.ts';

it('draws a code once for each address, format and colours', () => {
  const [address, colours] = ['https://example.org/ann', { on: '#112233', off: '#ffffff' }];
  for (const draw of [qrPng, qrSvg]) {
    expect(draw(address, colours)).toBe(draw(address, { ...colours }));
    expect(draw(address, colours).equals(draw(address))).toBe(false);
    expect(draw(address, colours).equals(draw(`${address}a`, colours))).toBe(false);
  }
  expect(qrPng(address).equals(qrSvg(address))).toBe(false);
});
