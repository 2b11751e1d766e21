import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { checkMigrationHashes } from './check/migration-hashes.ts';

const ROOT = join(import.meta.dirname, '..');

// Writes db/schema.ts and the hashes of new migrations. With --check, only reports whether either is out of date.
const check = process.argv.includes('--check');
const changed = checkMigrationHashes(join(ROOT, 'db/migrations'), { write: !check });
for (const fault of changed) console.error(`db/migrations/${fault}`);
const dataDir = mkdtempSync(join(tmpdir(), 'nameplate-schema-'));
const database = await startEmbedded({ dataDir, durable: false, log: console });
try {
  await migrate(database.connectionString);
  const codegen = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect=postgres',
      `--url=${database.connectionString}`,
      '--include-pattern=public.*',
      '--exclude-pattern=public.kysely_*',
      `--out-file=${join(ROOT, 'db/schema.ts')}`,
      ...(check ? ['--verify'] : []),
    ],
    { cwd: dataDir, encoding: 'utf8' },
  );
  process.exitCode = changed.length > 0 ? 1 : (codegen.status ?? 1);
  if (codegen.status === 0) console.log('db/schema.ts matches the migrations.');
  else if (check) console.error(`${codegen.stdout}\ndb/schema.ts does not match the migrations: run npm run schema`);
  else console.error(codegen.stderr);
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
