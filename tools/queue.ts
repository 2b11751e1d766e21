import { createPrivateKey } from 'node:crypto';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { DAY_SECONDS } from '../contract/time.ts';
import { findEmbedded } from '../db/embedded.ts';
import { COMMAND_LINE } from '../server/admin/audit/audit-store.ts';
import { changeQueue } from '../server/admin/queue/queue-rules.ts';
import { createDeliveryRecorder } from '../server/mail/adapters/delivery-recorder.ts';
import { signingKey } from '../server/mail/keys/dkim-keys.ts';
import { deleteCopies, findCopy, holdCopies, listCopies, releaseCopies } from '../server/mail/queue/operator-rules.ts';
import { type QueuedCopy, retryCopies } from '../server/mail/queue/operator-store.ts';
import { queuePause } from '../server/mail/queue/pause-rules.ts';
import { createQueueStore } from '../server/mail/queue/store.ts';
import { type Config, ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { type Database, openDatabase, openPool } from '../server/platform/db/database.ts';
import { systemClock } from '../server/platform/jobs/clock.ts';
import { createLog } from '../server/platform/log/log.ts';

// Shows and changes queued mail while Nameplate runs.
const USAGE = `npm run queue -- list     [--handle NAME] [--domain NAME] [--limit N] [--after ID]
npm run queue -- show     ID
npm run queue -- hold     ID | --handle NAME | --domain NAME     kept, not attempted
npm run queue -- release  ID | --handle NAME | --domain NAME     attempted now, no longer held
npm run queue -- retry    ID | --handle NAME | --domain NAME     attempted now
npm run queue -- flush                                           attempts all now
npm run queue -- delete   ID | --handle NAME | --domain NAME     --yes [--notify]
npm run queue -- pause    [REASON]                               nothing leaves the queue
npm run queue -- resume`;

const { positionals, values } = readArguments();
const [command = '', id] = positionals;
const selection = { id, handle: values.handle?.toLowerCase(), domain: values.domain?.toLowerCase() };

try {
  const config = parseConfig(process.env);
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (await findEmbedded(config.dataDir));
  if (!url) fail('The embedded database is not running: start Nameplate first, or set DATABASE_URL.');
  const pool = openPool(url, 2);
  try {
    await run(config, pool, openDatabase(pool));
  } finally {
    await pool.end();
  }
} catch (error) {
  fail(error instanceof ConfigError ? error.message : `The database cannot be used: ${(error as Error).message}`);
}

async function run(config: Config, pool: pg.Pool, db: Database): Promise<void> {
  switch (command) {
    case 'list':
      return list(db);
    case 'show':
      return show(db);
    case 'hold':
      requireSelection();
      return printCount(await holdCopies(db, selection), 'held');
    case 'release':
      requireSelection();
      return printCount(await releaseCopies(db, selection), 'released');
    case 'retry':
      requireSelection();
      return printCount(await retryCopies(db, selection), 'due now');
    case 'flush':
      return printCount(await retryCopies(db, {}), 'due now');
    case 'delete':
      return remove(config, pool, db);
    case 'pause': {
      const reason = positionals.slice(1).join(' ') || 'By the operator';
      const paused = await changeQueue(db, 'pause', { actor: COMMAND_LINE, reason });
      return console.log(paused ? 'The queue is paused.' : 'The queue was already paused.');
    }
    case 'resume': {
      const resumed = await changeQueue(db, 'resume', { actor: COMMAND_LINE, reason: 'By the operator' });
      return console.log(resumed ? 'The queue is running.' : 'The queue was not paused.');
    }
    default:
      fail(USAGE);
  }
}

async function list(db: Database): Promise<void> {
  const pause = await queuePause(db);
  if (pause) console.log(`PAUSED since ${pause.at.toISOString()}: ${pause.reason}\n`);
  const limit = Math.min(1000, Math.max(1, Number(values.limit ?? 50) || 50));
  const { copies, next } = await listCopies(db, selection, { limit, after: values.after });
  if (copies.length === 0) console.log('The queue is empty or no copy matches.');
  for (const copy of copies) console.log(`${line(copy)}\n    ${copy.last_words ?? 'not attempted yet'}`);
  if (next !== undefined) console.log(`\nMore: npm run queue -- list --after ${next}`);
}

function line(copy: QueuedCopy): string {
  const { attempts } = copy;
  const attemptCount = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  const parts = [copy.id, `${age(copy.age)} old`, `${copy.key} -> ${copy.destination}`, attemptCount, stateOf(copy)];
  return parts.join('  ');
}

function stateOf({ held, under_way, next_try_at, deaths }: QueuedCopy): string {
  if (under_way) return 'in delivery';
  const isolated = deaths >= 3 ? `ISOLATED after ${deaths} deaths, ` : '';
  return held ? 'HELD' : `${isolated}next attempt ${next_try_at.toISOString()}`;
}

function age(seconds: number): string {
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  return seconds < DAY_SECONDS ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / DAY_SECONDS)}d`;
}

async function show(db: Database): Promise<void> {
  const copy = id === undefined ? fail(USAGE) : await findCopy(db, id);
  if (!copy) fail(`The queue has no copy ${id}.`);
  const facts: [string, string][] = [
    ['Copy', `${copy.id} of message ${copy.message_id}`],
    ['Accepted', `${copy.created_at.toISOString()} (${age(copy.age)} ago)`],
    ['For', copy.recipient || 'none: an email or a bounce from this server'],
    ['From', copy.report_to || 'none: failures are not reported'],
    ['Envelope sender', `<${copy.sender}>`],
    ['Destination', copy.destination],
    ['Bytes', copy.size],
    ['Attempts', String(copy.attempts)],
    ['Deaths', `${copy.deaths} processes exited while they attempted it`],
    ['State', stateOf(copy)],
    ['Last result', copy.last_words ?? 'not attempted yet'],
  ];
  for (const [name, value] of facts) console.log(`${`${name}:`.padEnd(17)}${value}`);
}

async function remove(config: Config, pool: pg.Pool, db: Database): Promise<void> {
  requireSelection();
  if (!values.yes) fail('Deleted mail cannot be restored. Add --yes to confirm, and --notify to inform the senders.');
  const { selector, privateKey } = await signingKey(config.mail.dkimKeys, systemClock());
  const key = { selector, privateKey: createPrivateKey(privateKey) };
  const recorder = createDeliveryRecorder({
    pool,
    clock: systemClock,
    log: createLog('warn', false),
    // Deleting a copy reveals nothing about its inbox.
    onInboxes: async () => [],
  });
  const parts = {
    db,
    pool,
    queue: createQueueStore(pool),
    ports: { clock: systemClock, signingKey: () => key, recorder },
    options: { domain: config.mail.domain, hostname: config.mail.hostname, secrets: [], spoolFolder: '' },
  };
  const { deleted, underWay } = await deleteCopies(parts, selection, { notify: values.notify === true });
  await recorder.stop();
  printCount(deleted, 'deleted');
  if (underWay > 0)
    console.log(`${underWay} not deleted because they are in delivery. Hold them, and try again in a minute.`);
}

function requireSelection(): void {
  if (!selection.id && !selection.handle && !selection.domain) fail(USAGE);
}

function printCount(count: number, result: string): void {
  console.log(`${count} ${count === 1 ? 'copy' : 'copies'} ${result}.`);
}

function readArguments() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { handle: text, domain: text, limit: text, after: text, yes: flag, notify: flag };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
