import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { THEME_IDS } from '../../contract/profiles/themes.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { SOCIAL_IMAGE_VERSION } from '../../server/profiles/social-image/draw.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import { startProcess } from '../../tests/support/server/server-process.ts';
import { seedHandles } from '../scale/seed-handles.ts';

/**
 * Lets a process with the role `jobs` redraw the outdated sharing images of this many handles, from the search to the
 * stored image. Returns the milliseconds per image, without the start.
 */
export async function drawnByJobs(images: number): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-images-'));
  const database = await startEmbedded({ dataDir, log: console });
  const url = database.connectionString;
  const client = new pg.Client({ connectionString: url });
  let jobs: Awaited<ReturnType<typeof startProcess>> | undefined;
  try {
    await migrate(url);
    await seedHandles(url, images, SOCIAL_IMAGE_VERSION - 1);
    await client.connect();
    await client.query('update handles set template = ($1::text[])[1 + id % cardinality($1::text[])]', [THEME_IDS]);
    jobs = await startProcess({
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      ROLES: 'jobs',
      LOG_LEVEL: 'error',
      PORT: `${await freePort()}`,
      SMTP_PORT: `${await freePort()}`,
    });
    const drawn = async () => {
      const text = 'select count(*)::integer as count from profile_cards where drawing = $1';
      return (await client.query<{ count: number }>(text, [SOCIAL_IMAGE_VERSION])).rows[0]?.count ?? 0;
    };
    await client.query(`select graphile_worker.add_job('order-missing-cards')`);
    let first = 0;
    while (first === 0) {
      await sleep(100);
      first = await drawn();
    }
    const begun = performance.now();
    while ((await drawn()) < images) await sleep(100);
    return (performance.now() - begun) / (images - first);
  } finally {
    await jobs?.end('SIGTERM');
    await client.end();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
