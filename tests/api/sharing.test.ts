import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SAMPLE_PROFILE } from '../../contract/profiles/sample-profile.ts';
import { platformUrl } from '../../contract/social/platforms.ts';
import { words } from '../../contract/words.ts';
import { orderMissingSocialImages } from '../../server/profiles/social-image/job.ts';
import { changeProfile, type ProfileChanges } from '../support/api/change-profile.ts';
import { Person } from '../support/api/person.ts';
import { ORIGIN, useServer } from '../support/server/test-server.ts';

const server = useServer({}, { draws: true });

beforeAll(async () => {
  // On a slow machine, the jobs of the claim would also run the job of the sample handle.
  await drawCardsAt('1 hour');
  await new Person(server).claim('ana-gomez-draws', 'ana@inbox.example');
  const inbox = { address: 'ana@inbox.example', address_key: 'ana@inbox.example' };
  const { id } = await server.db
    .selectFrom('handles')
    .select('id')
    .where('handle', '=', 'ana-gomez-draws')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('forwardings')
    .values({ handle_id: id, ...inbox })
    .execute();
});

async function get(url: string, headers: Record<string, string> = {}) {
  return server.app.inject({ method: 'GET', url, headers });
}

/** Makes the queued image jobs due, and returns how many there are. */
async function drawCardsAt(when: string): Promise<number> {
  const { rows } = await sql<{
    id: string;
  }>`update graphile_worker._private_jobs as job set run_at = now() + ${when}::interval
    from graphile_worker._private_tasks as task where task.id = job.task_id and task.identifier = 'draw-card'
    returning job.id`.execute(server.db);
  return rows.length;
}

/** Runs the queued image jobs without their delay of two seconds, and returns how many there were. */
async function drawCards(): Promise<number> {
  const waited = await drawCardsAt('0');
  // A run may return before its last job is removed from the queue.
  await vi.waitFor(async () => {
    await server.sentEmails();
    const { rows } = await sql`select key, last_error from graphile_worker._private_jobs`.execute(server.db);
    expect(rows).toEqual([]);
  }, 60_000);
  return waited;
}

const change = (handle: string, changes: ProfileChanges) => changeProfile(server, handle, changes);

const ADDRESSES = ['qr.svg', 'qr.png', 'card.vcf', 'card.png'];
const objects = () => readdir(path.join(server.dataDir, 'objects/cards')).catch(() => []);

describe('the social image', () => {
  it('returns the default social image until the first one is drawn, and draws nothing on request', async () => {
    const general = (await get('/card.png')).rawPayload;
    const response = await get('/ana-gomez-draws/card.png');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('image/png');
    expect(response.rawPayload.equals(general)).toBe(true);
    expect((await get('/ana-gomez-draws')).body).not.toContain('og:image');
    expect(await objects()).toEqual([]);
  });

  it('queues the social image at the claim and with the sample data, and draws it in the job', async () => {
    expect(await drawCards()).toBe(2);
    server.pageCache.clear();
    const [own, sample] = await Promise.all(
      ['ana-gomez-draws', SAMPLE_PROFILE.handle].map(async (handle) => (await get(`/${handle}/card.png`)).rawPayload),
    );
    for (const bytes of [own, sample]) {
      const { width, height, format } = await sharp(bytes).metadata();
      expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
      const { channels } = await sharp(bytes).stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
      expect(bytes?.length).toBeLessThan(300_000);
    }
    expect(own?.equals(sample as Buffer)).toBe(false);
    expect(await objects()).toHaveLength(2);
  });

  it('links the social image from the page with its version, and returns it as cacheable forever', async () => {
    const { body } = await get('/ana-gomez-draws');
    const address = /property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(address).toMatch(new RegExp(`^${ORIGIN}/ana-gomez-draws/card\\.png\\?v=[0-9a-f]{20}$`));
    expect(body).toContain(`name="twitter:image" content="${address}"`);
    expect(body).toContain('name="twitter:card" content="summary_large_image"');
    expect(body).toContain('property="og:image:width" content="1200"');
    expect(body).toContain('property="og:image:height" content="630"');
    expect(body).toContain('property="og:image:alt"');
    const kept = await get(address.slice(ORIGIN.length));
    expect(kept.headers['cache-control']).toContain('immutable');
    for (const other of ['/ana-gomez-draws/card.png', '/ana-gomez-draws/card.png?v=old']) {
      expect((await get(other)).headers['cache-control']).toBe('public, no-cache');
    }
  });

  it('draws the social image once for a burst of changes, and deletes the old image', async () => {
    const before = await get('/ana-gomez-draws/card.png');
    const files = await objects();
    for (const displayName of ['Ana', 'Ana G', 'Ana Gómez'])
      await change('ana-gomez-draws', { display_name: displayName });
    expect((await get('/ana-gomez-draws/card.png')).rawPayload.equals(before.rawPayload)).toBe(true);
    expect(await drawCards()).toBe(1);
    const after = await get('/ana-gomez-draws/card.png');
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false);
    const now = await objects();
    expect(now).toHaveLength(2);
    expect(now).not.toEqual(files);

    await change('ana-gomez-draws', { bio: null });
    await drawCards();
    expect((await get('/ana-gomez-draws/card.png')).headers.etag).toBe(after.headers.etag);
    expect(await objects()).toEqual(now);
  });

  it.each([
    ['markup', '<b>Ana</b> &amp; <span size="99999999">x</span></span>', '<script>alert(1)</script>&<>"\''],
    ['very long words', 'W'.repeat(400), 'm'.repeat(5000)],
    ['right to left', 'ليلى الكاتبة', '\u202eמימין לשמאל\u202c'],
    ['only emoji', '🎉👩‍🚀🇧🇷', '😀'.repeat(300)],
    ['control characters', 'A\u0007n\u001ba\u2028\u0085', '\ud800 half a character \ufffe'],
    ['stacked combining marks', `Z${'\u0301'.repeat(300)}algo`, `${'e\u0301\u0323'.repeat(100)}`],
    ['characters that no font has', '山田太郎', '𓀀𓀁𓀂'],
    ['invisible characters', '\u200b\u2060 ', '\u00a0'],
  ])('draws a social image with %s and no text at its edges', async (_, name, bio) => {
    const [before, files] = [await get(`/${SAMPLE_PROFILE.handle}/card.png`), await objects()];
    await change(SAMPLE_PROFILE.handle, { display_name: name, bio });
    await drawCards();
    const { rawPayload } = await get(`/${SAMPLE_PROFILE.handle}/card.png`);
    expect(await objects()).not.toEqual(files);
    const { width, height } = await sharp(rawPayload).metadata();
    expect([width, height]).toEqual([1200, 630]);
    // Beside the plate and on its edge there is no text.
    const margin = (bytes: Buffer) =>
      sharp(bytes).extract({ left: 1096, top: 270, width: 104, height: 290 }).greyscale().raw().toBuffer();
    const [plain, hostile] = await Promise.all([before.rawPayload, rawPayload].map(margin));
    const worst = (plain ?? Buffer.alloc(0)).reduce(
      (most, value, index) => Math.max(most, Math.abs(value - (hostile?.[index] ?? 0))),
      0,
    );
    expect(worst).toBeLessThan(48);
  });
});

describe('the vCard', () => {
  const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

  it('includes name, bio, page, email and links in the vCard', async () => {
    await change('ana-gomez-draws', {
      display_name: 'Ana Gómez',
      bio: 'Draws, paints; sleeps.\nNot in that order \\o/',
    });
    const { id } = await server.db
      .selectFrom('handles')
      .select('id')
      .where('handle', '=', 'ana-gomez-draws')
      .executeTakeFirstOrThrow();
    const link = (platform: string, url: string, position: number, is_active = true) => ({
      handle_id: id,
      platform,
      username: 'ana',
      url,
      position,
      is_active,
    });
    await server.db
      .insertInto('social_links')
      .values([
        link('github', platformUrl('github', 'ana'), 0),
        link('x', 'javascript:alert(1)', 1),
        link('tiktok', platformUrl('tiktok', 'ana'), 2, false),
        link('reddit', 'https://reddit.com/user/a,b;c', 3),
      ])
      .execute();
    const response = await get('/ana-gomez-draws/card.vcf');
    expect(response.headers['content-type']).toBe('text/vcard; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="ana-gomez-draws.vcf"');
    expect(unfold(response.body)).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Ana Gómez',
      'N:;Ana Gómez;;;',
      'NOTE:Draws\\, paints\\; sleeps.\\nNot in that order \\\\o/',
      'EMAIL;TYPE=INTERNET:ana-gomez-draws@localhost',
      `URL:${ORIGIN}/ana-gomez-draws`,
      'item1.URL:https://github.com/ana',
      'item1.X-ABLabel:GitHub',
      'item2.URL:https://reddit.com/user/a,b;c',
      'item2.X-ABLabel:Reddit',
      'END:VCARD',
      '',
    ]);
  });

  it('escapes line breaks in the vCard, and folds by octets between characters', async () => {
    const evil = 'A\r\nEMAIL:evil@example.com\nX\u2028Y\u0085Z;a,b\\n🏳️‍🌈'.repeat(8);
    await change('ana-gomez-draws', { display_name: evil, bio: `${evil}\r\nEND:VCARD\r\nBEGIN:VCARD` });
    const { rawPayload, body } = await get('/ana-gomez-draws/card.vcf');
    for (const line of body.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain('\ufffd');
    }
    expect(rawPayload.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n\u0085\u2028]/);
    const names = unfold(body).map((line) => line.split(/[:;]/)[0]);
    expect(names).toEqual(
      words<string>('BEGIN VERSION FN N NOTE EMAIL URL item1.URL item1.X-ABLabel item2.URL item2.X-ABLabel END').concat(
        '',
      ),
    );
    const note = unfold(body).find((line) => line.startsWith('NOTE:')) ?? '';
    const read = note.slice(5).replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
    expect(read).toBe(`${evil}\r\nEND:VCARD\r\nBEGIN:VCARD`.replace(/\r\n|\u2028|\u0085/g, '\n'));
  });

  it('omits a hidden email address from the vCard', async () => {
    await server.db.updateTable('accounts').set({ email_visible: false }).execute();
    expect((await get('/ana-gomez-draws/card.vcf')).body).not.toMatch(/^EMAIL/m);
    await server.db.updateTable('accounts').set({ email_visible: true }).execute();
  });
});

describe('each address of a page', () => {
  it.each(ADDRESSES)('returns a validator for %s, and 304 for a current one', async (name) => {
    const first = await get(`/ana-gomez-draws/${name}`);
    expect(first.statusCode).toBe(200);
    expect(first.headers.etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers['cross-origin-resource-policy']).toBe('cross-origin');
    const again = await get(`/ana-gomez-draws/${name}`, { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const head = await server.app.inject({ method: 'HEAD', url: `/ana-gomez-draws/${name}` });
    expect([head.statusCode, head.headers.etag]).toEqual([200, first.headers.etag]);
  });

  it.each(ADDRESSES)('returns 404 for %s without a page', async (name) => {
    expect((await get(`/nobody-of-this-name/${name}`)).statusCode).toBe(404);
    expect((await get(`/${encodeURIComponent('<b>\u0000')}/${name}`)).statusCode).toBe(404);
    for (const off of [{ profile_page: false }, { state: 'suspended' as const }]) {
      const on = 'state' in off ? { state: 'active' as const } : { profile_page: true };
      await change('ana-gomez-draws', off);
      expect((await get(`/ana-gomez-draws/${name}`)).statusCode, JSON.stringify(off)).toBe(404);
      await change('ana-gomez-draws', on);
      expect((await get(`/ana-gomez-draws/${name}`)).statusCode).toBe(200);
    }
  });
});

it('orders the remaining missing sharing images within minutes, and nothing once all exist', async () => {
  await server.sentEmails();
  await sql`delete from profile_cards`.execute(server.db);
  const ordered = async (max: number, after = 0) => {
    await sql`delete from graphile_worker._private_jobs`.execute(server.db);
    await orderMissingSocialImages(server.db, 'order-missing-cards', { after, max });
    const { rows } = await sql<{ task: string; soon: boolean; payload: { handleId?: number; after?: number } }>`
      select j.task_identifier as task, j.run_at < now() + interval '5 minutes' as soon, p.payload
      from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id order by task, j.id`.execute(
      server.db,
    );
    return rows;
  };
  const image = (handleId: number) => ({ task: 'draw-card', soon: true, payload: { handleId } });
  // The sample page and the one of these tests.
  const pages = await server.db
    .selectFrom('handles')
    .select('id')
    .where('state', '=', 'active')
    .orderBy('id')
    .execute();
  const [first = 0, second = 0] = pages.map(({ id }) => id);
  // The next sweep begins with the image that this one ordered, which may not yet be drawn.
  const rest = { task: 'order-missing-cards', soon: true, payload: { after: first - 1 } };
  expect(await ordered(1)).toEqual([image(first), rest]);
  expect(await ordered(1, first - 1)).toEqual([image(first), rest]);
  expect(await ordered(100)).toEqual([image(first), image(second)]);
  expect(await ordered(100, first)).toEqual([image(second)]);
  await sql`delete from graphile_worker._private_jobs`.execute(server.db);
});
