import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printReport } from '../../bench/print-tables.ts';
import { REPLICATIONS } from '../../tests/cluster/database-cluster.ts';
import { runCluster } from '../../tests/cluster/run.ts';
import { tell } from '../../tests/drills/run.ts';

const HELP = `npm run test:cluster -- [--seconds N] [--seed N] [--replication sync|async]

Runs 3 http, 2 mail and 2 jobs processes on PostgreSQL under Patroni with etcd, HAProxy, PgBouncer, a standby that serves public
pages, and an S3 bucket. Kills processes at random, and the primary once. Exit code 1: accepted mail or an acknowledged write was
lost, a page stayed old or could not be read without a reason, or a program is missing.
  --seconds N     seconds of load with kills before the primary is killed, and again afterwards; 60 by default
  --seed N        random numbers of the kills; 1 by default
  --replication M sync (default), or async: the standby lacks the last half megabyte, which may be lost, and nothing else
`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    replication: { type: 'string', default: 'sync' },
    help: { type: 'boolean', short: 'h' },
  },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
const replication = REPLICATIONS.find((name) => name === values.replication);
if (values.help || !replication || !Number.isSafeInteger(seconds) || seconds < 1 || !Number.isSafeInteger(seed)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}

// The services run in separate process groups, which Ctrl-C does not reach. They are killed when this process exits.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));

const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-cluster-'));
// PostgreSQL's account needs access to its folder inside this one.
chmodSync(folder, 0o755);
try {
  const { rows, failures } = await runCluster({ folder, seed, seconds, replication, tell });
  printReport([{ title: `Cluster test, ${replication}, seed ${seed}`, rows, notes: failures }]);
  process.exitCode = failures.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`The logs are in ${folder}`);
