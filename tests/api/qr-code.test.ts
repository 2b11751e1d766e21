import { wcagContrast } from 'culori/fn';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Look } from '../../contract/profiles/look.ts';
import { THEME_IDS, THEMES } from '../../contract/profiles/themes.ts';
import { QR_CONTRAST, qrColours } from '../../server/profiles/qr-colours.ts';
import { changeProfile, type ProfileChanges } from '../support/api/change-profile.ts';
import { Person } from '../support/api/person.ts';
import { ORIGIN, useServer } from '../support/server/test-server.ts';

// jsqr is a CommonJS module with a single export, which its type declarations call default.
const readQr = jsqr as unknown as typeof jsqr.default;

const NO_LOOK: Look = { accent: null, background: null, buttons: null, font: null, layout: null };

const server = useServer();
beforeAll(async () => {
  await new Person(server).claim('ana-gomez-draws', 'ana@inbox.example');
});

const get = (url: string) => server.app.inject({ method: 'GET', url });
const change = (handle: string, changes: ProfileChanges) => changeProfile(server, handle, changes);

describe('the QR code', () => {
  it('encodes the address of the page in the QR code, as PNG and as SVG', async () => {
    for (const name of ['qr.png', 'qr.svg']) {
      const response = await get(`/ana-gomez-draws/${name}`);
      expect(response.headers['content-type']).toMatch(name === 'qr.png' ? /^image\/png/ : /^image\/svg\+xml/);
      const { data, info } = await sharp(response.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(info.width).toBeGreaterThan(900);
      expect(info.width).toBe(info.height);
      expect(readQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(`${ORIGIN}/ana-gomez-draws`);
      // The quiet zone along the edge is white.
      expect(data.subarray(0, info.width * info.channels * 60).every((value) => value === 255)).toBe(true);
    }
  });
});

describe('the QR code in the colours of the page', () => {
  const LOOKS: (Look | null)[] = [
    null,
    { ...NO_LOOK, accent: '#ffff00' },
    { ...NO_LOOK, accent: '#ffffff', background: { kind: 'colour', colour: '#ffffff' } },
    { ...NO_LOOK, accent: '#767676', background: { kind: 'gradient', from: '#eeeeee', to: '#777777', angle: 90 } },
  ];

  it('the QR code has enough contrast with every theme, whatever the look, and is not black', () => {
    for (const { config: themeConfig } of Object.values(THEMES)) {
      for (const look of LOOKS) {
        const { on, off } = qrColours({ themeConfig, look });
        expect(wcagContrast(on, off)).toBeGreaterThanOrEqual(QR_CONTRAST);
        expect(on).not.toBe('#000000');
      }
    }
  });

  for (const template of THEME_IDS) {
    const options = { tags: template === 'neon' ? [] : ['long'] };
    it(`the QR code can be scanned as PNG and as SVG with ${template}, whatever the look`, options, async () => {
      for (const look of LOOKS) {
        await change('ana-gomez-draws', { template, look: look && JSON.stringify(look) });
        for (const name of ['qr.png', 'qr.svg']) {
          const { rawPayload } = await get(`/ana-gomez-draws/${name}?colours=theme`);
          const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
          const [red = 0, green = 0, blue = 0] = data;
          // The quiet zone is light, and the modules are not black: they have a colour of the page.
          expect(Math.min(red, green, blue)).toBeGreaterThan(160);
          // Inverted codes are not tried, because many cameras cannot read them.
          const pixels = new Uint8ClampedArray(data);
          const read = readQr(pixels, info.width, info.height, { inversionAttempts: 'dontInvert' });
          expect(read?.data, `${template} ${name}`).toBe(`${ORIGIN}/ana-gomez-draws`);
        }
      }
    });
  }

  it('the QR code follows the accent of the look if that is dark enough, and is black on white for any other parameter', async () => {
    await change('ana-gomez-draws', { template: 'minimal', look: JSON.stringify({ ...NO_LOOK, accent: '#7a0019' }) });
    const svg = (await get('/ana-gomez-draws/qr.svg?colours=theme')).body;
    expect(svg).toContain('#7a0019');
    const plain = (await get('/ana-gomez-draws/qr.svg')).body;
    expect(plain).toContain('#000');
    for (const query of ['?colours=neon', '?colours=theme&colours=theme', '?colours=', '?utm_source=theme']) {
      const response = await get(`/ana-gomez-draws/qr.svg${query}`);
      expect([query, response.statusCode, response.body === plain]).toEqual([query, 200, true]);
    }
    await change('ana-gomez-draws', { template: 'neon', look: null });
  });
});
