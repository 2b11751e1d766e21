import { beforeAll, expect, it } from 'vitest';
import { Person } from '../support/api/person.ts';
import { animation, bomb, noise, plainPng } from '../support/pictures/picture-bytes.ts';
import { doomedKeys, upload } from '../support/pictures/uploads.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let ana: Person;
beforeAll(async () => {
  ana = new Person(server);
  await ana.claim('ana-sends-odd-files', 'ana@inbox.example');
});

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}

const UNREADABLE = [422, 'picture_unreadable'];
it.each([
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), UNREADABLE],
  ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), UNREADABLE],
  ['a script that begins like a GIF', async () => Buffer.from('GIF89a=1;alert(document.domain)//'), UNREADABLE],
  ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\n'), UNREADABLE],
  ['a WebP', async () => noise(50, 50).webp().toBuffer(), UNREADABLE],
  ['a TIFF', async () => noise(50, 50).tiff().toBuffer(), UNREADABLE],
  ['an empty file', async () => Buffer.alloc(0), UNREADABLE],
  ['half a PNG', async () => half(await noise(600, 600).png().toBuffer()), UNREADABLE],
  ['half a JPEG', async () => half(await noise(600, 600).jpeg().toBuffer()), UNREADABLE],
  [
    'half a progressive JPEG',
    async () => half(await noise(600, 600).jpeg({ progressive: true }).toBuffer()),
    UNREADABLE,
  ],
  ['a PNG without its last rows', async () => (await noise(600, 600).png().toBuffer()).subarray(0, -400), UNREADABLE],
  ['a JPEG without its last rows', async () => (await noise(600, 600).jpeg().toBuffer()).subarray(0, -400), UNREADABLE],
  ['half an animation', async () => half(await animation(10, 60, 60)), UNREADABLE],
  ['a decompression bomb', async () => bomb(), [422, 'picture_too_large']],
  ['a picture of 26 megapixels', async () => plainPng(6500, 4000), [422, 'picture_too_large']],
  ['an animation of 301 frames', () => animation(301, 10, 10), [422, 'picture_too_long']],
  ['an animation of more than 25 megapixels in total', () => animation(30, 1000, 900), [422, 'picture_too_long']],
])(
  'rejects %s as a picture with a specific error, and publishes nothing (attack 12, attack 13)',
  async (_, make, expected) => {
    const response = await upload(server, ana, 'avatar', await make());
    expect([response.status, response.body.code]).toEqual(expected);
    expect((await ana.request('GET', '/api/profile')).body.avatarUrl).toBeNull();
    const published = (await doomedKeys(server)).filter((key) => key.startsWith('pictures/'));
    expect(published).toEqual([]);
  },
);
