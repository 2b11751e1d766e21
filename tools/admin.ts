import { createInterface } from 'node:readline/promises';
import { findEmbedded } from '../db/embedded.ts';
import { createPaypal } from '../server/payments/paypal/client.ts';
import { ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { openDatabase, openPool } from '../server/platform/db/database.ts';
import { systemClock } from '../server/platform/jobs/clock.ts';
import { openStorage } from '../server/platform/storage/open-storage.ts';
import type { AdminContext } from './admin/command.ts';
import { EXIT, runAdmin } from './admin/run-admin.ts';

// Performs the actions of the administrators' screens while Nameplate runs. The audit log names the actor "command line".
let close = async () => {};

try {
  const terminal = {
    write: (text: string) => process.stdout.write(`${text}\n`),
    writeError: (text: string) => process.stderr.write(`${text}\n`),
    ask: process.stdin.isTTY ? ask : undefined,
  };
  process.exitCode = await runAdmin(process.argv.slice(2), terminal, connect);
} catch (error) {
  const isConfig = error instanceof ConfigError;
  process.stderr.write(`${isConfig ? error.message : `The database is not usable: ${(error as Error).message}`}\n`);
  process.exitCode = EXIT.refused;
} finally {
  await close();
}

async function connect(): Promise<AdminContext> {
  const config = parseConfig(process.env);
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (await findEmbedded(config.dataDir));
  if (!url) throw new Error('the embedded one is not running. Start Nameplate first, or set DATABASE_URL.');
  const pool = openPool(url, 2);
  close = () => pool.end();
  const db = openDatabase(pool);
  const { site } = config;
  const payments = { db, clock: systemClock, site, paypal: createPaypal(config.paypal) };
  return { config, db, clock: systemClock, storage: await openStorage(config), payments };
}

async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } finally {
    reader.close();
  }
}
