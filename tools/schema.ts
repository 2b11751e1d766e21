import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../db/embedded.ts';
import { ownMigrations } from '../db/migrate.ts';
import { findContractions } from './check/migrations/find-contractions.ts';
import { checkMigrationHashes } from './check/migrations/migration-hashes.ts';
import { markFaults, type ReleaseRecord, recordFaults } from './check/migrations/release-marks.ts';

const ROOT = join(import.meta.dirname, '..');
const MIGRATIONS = join(ROOT, 'db/migrations');
const RECORD = join(MIGRATIONS, 'releases.json');

// Writes db/schema.ts, the hashes of new migrations and the last migration of this version. With --check, only reports
// whether one of them is out of date. Both report migrations that were changed, or that remove something too early.
const check = process.argv.includes('--check');
const faults = checkMigrationHashes(MIGRATIONS, { write: !check }).map((fault) => `db/migrations/${fault}`);
const migrations = await ownMigrations();
const names = Object.keys(migrations);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const record = JSON.parse(readFileSync(RECORD, 'utf8')) as ReleaseRecord;
if (!check && record[version] === undefined) {
  record[version] = names.at(-1) ?? '';
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
faults.push(...recordFaults(record, { version, changelog, migrations: names }));

const dataDir = mkdtempSync(join(tmpdir(), 'nameplate-schema-'));
const database = await startEmbedded({ dataDir, durable: false, log: console });
try {
  const checked = await findContractions(database.connectionString, migrations);
  faults.push(...checked.flatMap((migration) => markFaults(migration, record)));
  for (const fault of faults) console.error(fault);
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
  process.exitCode = faults.length > 0 ? 1 : (codegen.status ?? 1);
  if (codegen.status === 0) console.log('db/schema.ts matches the migrations.');
  else if (check) console.error(`${codegen.stdout}\ndb/schema.ts does not match the migrations: run npm run schema`);
  else console.error(codegen.stderr);
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
