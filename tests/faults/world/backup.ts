import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../../db/embedded.ts';
import type { World } from './world.ts';

/**
 * Copies the folder of a running database with a base backup that includes the WAL up to its end. The copy can be
 * recovered to the time at which this function returns. `folder` becomes a DATA_DIR.
 */
export async function backUp(world: World, folder: string): Promise<void> {
  const cluster = join(folder, 'postgres');
  await cp(join(world.options.folder, 'data'), folder, { recursive: true });
  await cp(join(world.cluster, '../postgres.password'), join(folder, 'postgres.password'));
  const client = new pg.Client({ connectionString: world.database.connectionString });
  await client.connect();
  try {
    await client.query("select pg_backup_start('faults', true)");
    await copy(world.cluster, cluster);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await copy(join(world.cluster, 'pg_wal/.'), join(cluster, 'pg_wal'));
    const { uid, gid } = statSync(world.cluster);
    const files = {
      backup_label: rows[0]?.labelfile ?? '',
      'recovery.signal': '',
      // The backup contains the WAL.
      'postgresql.auto.conf': "restore_command = 'false'\n",
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(cluster, name), text, { mode: 0o600 });
      chownSync(join(cluster, name), uid, gid);
    }
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(cluster, name), { force: true });
  } finally {
    await client.end();
  }
}

/** Stops Nameplate and its database, and starts them on the result of `backUp`. The old folder is not used again. */
export async function restore(world: World, folder: string): Promise<void> {
  await world.mail.stop();
  await world.web.stop();
  await world.database.stop();
  const quiet = () => {};
  world.database = await startEmbedded({ dataDir: folder, log: { info: quiet, warn: quiet, error: quiet } });
  const { port } = new URL(world.database.connectionString);
  world.mailLine?.redirectTo(Number(port));
  world.webLine?.redirectTo(Number(port));
  for (const daemon of [world.web, world.mail]) {
    daemon.env.DATA_DIR = folder;
    await daemon.start();
  }
}

/** Copies a folder and the owners of its files. Files of the database may change during the copy; the WAL repairs that. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(join(to, '..'), { recursive: true });
  const child = spawn('cp', ['-a', '-T', from, to], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number];
  const isFatal = output.split('\n').some((line) => line !== '' && !line.includes('No such file or directory'));
  if (code !== 0 && isFatal) throw new Error(`The database could not be copied:\n${output}`);
}
