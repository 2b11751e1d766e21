import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { SAMPLE_PROFILE } from '../../../contract/profiles/sample-profile.ts';
import { seedSample } from '../../../server/handles/rules.ts';
import { startHttp } from '../../../server/http.ts';
import { parseConfig } from '../../../server/platform/config/config.ts';
import { openDatabase, openPool } from '../../../server/platform/db/database.ts';
import { openStorage } from '../../../server/platform/storage/open-storage.ts';
import { LiveSite } from '../../../server/site/live-site.ts';
import { freePort } from './free-port.ts';

const PAGE = `/${SAMPLE_PROFILE.handle}`;

export interface PageResponse {
  status: number;
  /** Without the Date header. */
  headers: string[];
  body: string;
}

function fetchPage(origin: string, url: string): Promise<PageResponse> {
  return new Promise((resolve, reject) => {
    request(`${origin}${url}`, { headers: { accept: 'text/html' } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => {
        const at = response.rawHeaders.indexOf('Date');
        const headers = response.rawHeaders.toSpliced(at, 2);
        resolve({ status: response.statusCode ?? 0, headers, body });
      });
    })
      .on('error', reject)
      .end();
  });
}

/**
 * Starts the role `http` with a clock that can be moved, on a migrated database: `database` for changes by another connection, `url` and `directUrl`
 * for the role. `undo` receives the functions that end it.
 */
export async function startPageServer(
  addresses: { database: string; url?: string; directUrl?: string; replica?: string },
  undo: (() => unknown)[],
) {
  const direct = new pg.Client({ connectionString: addresses.database });
  await direct.connect();
  undo.push(() => direct.end());
  const { url = addresses.database, directUrl = url } = addresses;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'nameplate-pages-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const config = parseConfig({ DATA_DIR: dataDir, PORT: `${port}`, RATE_LIMITS: 'off' });
  const pool = openPool(url, 5, directUrl !== url);
  undo.push(() => pool.end());
  const db = openDatabase(pool);
  const replicaPool = addresses.replica ? openPool(addresses.replica, 5, true) : undefined;
  undo.push(() => replicaPool?.end());
  await seedSample(db, SAMPLE_PROFILE);
  const events: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void events.push(JSON.parse(line).event) });
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const storage = await openStorage(config);
  const http = await startHttp({
    config,
    liveSite: new LiveSite({ db, settings: config.site, clock, log }),
    db,
    pool,
    directUrl,
    replicaPool,
    clock,
    log,
    storage,
    secrets: ['s'.repeat(32)],
  });
  undo.push(http.stop);
  return {
    fetchPage: (where = PAGE) => fetchPage(`http://localhost:${port}`, where),
    /** Changes the content of the page, over a separate connection. */
    rename: (name: string) =>
      direct.query('update handles set display_name = $1 where handle = $2', [name, SAMPLE_PROFILE.handle]),
    /** Adds a handle, over the same connection. Without `notified`, as if the notification was lost. */
    async claim(handle: string, { notified = true } = {}) {
      await direct.query(`set session_replication_role = ${notified ? 'origin' : 'replica'}`);
      await direct.query('insert into handles (handle) values ($1)', [handle]);
    },
    events,
    pass(milliseconds: number) {
      ahead += milliseconds;
    },
  };
}
