import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { loadRenderer } from '../../server/platform/http/pages/renderer.ts';
import { ico } from '../../server/profiles/site-files/ico.ts';
import { STANDARD_LINE } from '../../server/profiles/site-files/site-files-rules.ts';
import { drawText } from '../../server/profiles/social-image/draw.ts';

// Generates the icons and the social image of the site from web/app/public/assets/icon.svg. The results are committed.
// Requires the built web pages, which npm start creates.

const PUBLIC = join(import.meta.dirname, '../../web/app/public');
const icon = readFileSync(join(PUBLIC, 'assets/icon.svg'), 'utf8');
/** Without rounded corners: phones apply their own mask, which keeps the middle 80 percent of a maskable icon. */
const square = icon.replace(' rx="9"', '');
if (square === icon) throw new Error('icon.svg has no rounded corners to fill');

mkdirSync(join(PUBLIC, 'icons'), { recursive: true });
write('favicon.svg', Buffer.from(icon));
write('favicon.ico', ico(await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await png(icon, size) })))));
write('apple-touch-icon.png', await png(square, 180));
for (const size of [192, 512]) {
  write(`icons/${size}.png`, await png(icon, size));
  write(`icons/maskable-${size}.png`, await png(square, size));
}
write(
  'card.png',
  await drawText(await loadRenderer(), {
    initial: 'N',
    name: 'Nameplate',
    address: 'One short name. All of you.',
    bio: STANDARD_LINE,
    template: 'neon',
    look: null,
  }),
);

function write(name: string, bytes: Buffer): void {
  writeFileSync(join(PUBLIC, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}

function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer();
}
