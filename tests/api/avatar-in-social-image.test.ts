import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, it, vi } from 'vitest';
import { SOCIAL_IMAGE_PLATE, SOCIAL_IMAGE_RING } from '../../contract/documents.ts';
import { Person } from '../support/api/person.ts';
import { animation, plainPng } from '../support/pictures/picture-bytes.ts';
import { upload } from '../support/pictures/uploads.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({}, { draws: true });
let ann: Person;
beforeAll(async () => {
  ann = new Person(server);
  await ann.claim('ann-shows-her-face', 'ann@account.example');
});

/** Returns the social image after all jobs are done, and the colour in the middle of its ring. */
async function drawn() {
  await vi.waitFor(async () => {
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(server.db);
    await server.sentEmails();
    const { rows } = await sql`select key, last_error from graphile_worker._private_jobs`.execute(server.db);
    expect(rows).toEqual([]);
  }, 60_000);
  const { rawPayload } = await server.app.inject({ method: 'GET', url: '/ann-shows-her-face/card.png' });
  const at = { left: SOCIAL_IMAGE_RING.cx - 60, top: SOCIAL_IMAGE_RING.cy - 60, width: 4, height: 4 };
  const [red = 0, green = 0, blue = 0] = await sharp(rawPayload).extract(at).removeAlpha().raw().toBuffer();
  return { bytes: rawPayload, colour: { red, green, blue } };
}

it('draws the current avatar into the ring of the social image', async () => {
  const before = await drawn();
  await upload(server, ann, 'avatar', await plainPng(600, 600, { r: 10, g: 200, b: 20 }));
  const green = await drawn();
  expect(green.colour.green).toBeGreaterThan(170);
  expect(green.colour.red).toBeLessThan(40);
  expect(green.bytes.length).toBeLessThan(600_000);

  // The image contains the first frame of an animation.
  await upload(server, ann, 'avatar', await animation(3, 200, 200));
  const { colour } = await drawn();
  expect(colour.blue).toBeGreaterThan(70);
  expect(colour.green).toBeLessThan(40);

  await ann.request('DELETE', '/api/profile/avatar');
  expect((await drawn()).bytes.equals(before.bytes)).toBe(true);
});

it('draws the initial for a picture on another host, and does not fetch it', async () => {
  const before = await drawn();
  await upload(server, ann, 'avatar', await plainPng(600, 600));
  const { id } = (await ann.request('GET', '/api/handles')).body[0];
  await ann.request('PATCH', `/api/handles/${id}`, { profilePicture: 'https://pictures.example/ann.png' });
  expect((await drawn()).bytes.equals(before.bytes)).toBe(true);
});

it('uses the accent and the background that the owner chose', async () => {
  const { id } = (await ann.request('GET', '/api/handles')).body[0];
  const choose = (accent: string | null, background: object | null) =>
    ann.request('PATCH', `/api/handles/${id}/appearance`, { template: 'neon', look: { accent, background } });
  const pixel = async (left: number, top: number) => {
    const { bytes } = await drawn();
    const colours = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
    return `#${colours.toString('hex')}`;
  };
  const { x, y, width, height } = SOCIAL_IMAGE_PLATE;
  const onPlate = () => pixel(x + width - 30, y + height - 30);
  const onRing = () => pixel(SOCIAL_IMAGE_RING.cx, SOCIAL_IMAGE_RING.cy - SOCIAL_IMAGE_RING.r + 4);
  const ofTheme = await onPlate();
  expect((await choose('#ff0000', { kind: 'colour', colour: '#001020' })).status).toBe(200);
  const [plate, ring] = [await onPlate(), await onRing()];
  expect(distance(plate, '#001020')).toBeLessThan(12);
  expect(distance(ring, '#ff0000')).toBeLessThan(distance(ring, '#00ff00'));
  expect(distance(ring, '#ff0000')).toBeLessThan(distance(ring, '#0000ff'));
  expect((await choose(null, null)).status).toBe(200);
  expect(await onPlate()).toBe(ofTheme);
  expect(distance(ofTheme, '#001020')).toBeGreaterThan(12);
});

/** Returns the largest difference of two colours in one channel. */
function distance(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));
  return Math.max(...(a ?? []).map((value, at) => Math.abs(value - (b?.[at] ?? 0))));
}
