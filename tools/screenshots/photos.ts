import type { Page } from 'playwright';
import sharp from 'sharp';
import { PICTURE_RATIO, readPicturePath } from '../../contract/pictures.ts';

/** Hues of the sky by day, at dusk and at night; the id of a picture selects its hue. */
const HUES = [205, 24, 262, 168, 336];

const drawn = new Map<string, Promise<Buffer>>();

/**
 * Serves pictures that look like photographs at the addresses of uploaded pictures, so that a page with pictures can be
 * judged.
 */
export async function servePhotos(page: Page): Promise<void> {
  await page.route('**/media/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const photo = drawn.get(pathname) ?? draw(pathname);
    drawn.set(pathname, photo);
    await route.fulfill({ contentType: 'image/webp', body: await photo });
  });
}

async function draw(pathname: string): Promise<Buffer> {
  const picture = readPicturePath(pathname);
  if (!picture) throw new Error(`${pathname} is not an uploaded picture`);
  const { kind, id, width } = picture;
  const height = Math.round(width / (PICTURE_RATIO[kind] ?? (kind === 'background' ? 0.75 : 1.5)));
  const seed = [...id].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7);
  const hue = HUES[seed % HUES.length] ?? 0;
  const scene = kind === 'avatar' ? portrait(hue) : landscape(hue, seed);
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100"
    preserveAspectRatio="none">${scene}</svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 18 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, noise, background: '#000' } })
    .png()
    .toBuffer();
  return sharp(Buffer.from(markup))
    .composite([{ input: grain, blend: 'soft-light' }])
    .webp({ quality: 70 })
    .toBuffer();
}

/** Draws a sky with a sun behind rows of hills, which are lighter the farther away they are. */
function landscape(hue: number, seed: number): string {
  const ridges = [0, 1, 2, 3].map((row) => {
    const at = (step: number) => 50 + row * 12 + 7 * Math.sin(seed + row * 2.1 + step * (1.1 + row * 0.3));
    const points = Array.from({ length: 41 }, (_, step) => `${step * 2.5},${at(step / 4).toFixed(1)}`).join(' ');
    return `<polygon points="0,100 ${points} 100,100" fill="hsl(${hue + row * 8} ${38 + row * 4}% ${52 - row * 13}%)"/>`;
  });
  const x = 20 + (seed % 60);
  return `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="hsl(${hue} 60% 48%)"/>
    <stop offset=".6" stop-color="hsl(${hue + 30} 75% 86%)"/></linearGradient><radialGradient id="g">
    <stop stop-color="#fff"/><stop offset=".3" stop-color="#fff" stop-opacity=".8"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
    </radialGradient></defs><rect width="100" height="100" fill="url(#s)"/>
    <ellipse cx="${x}" cy="42" rx="17" ry="22" fill="url(#g)"/>${ridges.join('')}`;
}

/** Draws a person in front of a blurred room, lit from one side. */
function portrait(hue: number): string {
  return `<defs><linearGradient id="b" x2="1" y2="1"><stop stop-color="hsl(${hue} 35% 72%)"/>
    <stop offset="1" stop-color="hsl(${hue + 40} 30% 34%)"/></linearGradient><linearGradient id="k"><stop stop-color="#e9bd9d"/>
    <stop offset="1" stop-color="#9a6347"/></linearGradient><filter id="f"><feGaussianBlur stdDeviation="1.2"/></filter></defs>
    <rect width="100" height="100" fill="url(#b)"/><g filter="url(#f)"><circle cx="18" cy="24" r="12" fill="#fff" opacity=".35"/>
    <circle cx="82" cy="40" r="9" fill="#fff" opacity=".22"/><path d="M27 60q-6-44 24-44t24 44z" fill="#2b1c18"/></g>
    <path d="M12 100q4-28 30-30h18q26 2 30 30z" fill="hsl(${hue + 180} 30% 30%)"/><path d="M42 60h18v14q-9 9-18 0z" fill="#a56d50"/>
    <ellipse cx="51" cy="46" rx="17" ry="21" fill="url(#k)"/><path d="M33 44q2-22 20-21t15 21q-8-14-17-14t-18 14z" fill="#2b1c18"/>
    <path d="M44 55q7 5 14 0" fill="none" stroke="#7a3f33" stroke-width="1.6" stroke-linecap="round"/>
    <circle cx="45" cy="46" r="1.7" fill="#2b1c18"/><circle cx="58" cy="46" r="1.7" fill="#2b1c18"/>`;
}
