import { parseArgs } from 'node:util';
import { findEmbedded } from '../db/embedded.ts';
import { openCountries } from '../server/analytics/counting/countries.ts';
import { ImportConflictError, importViews } from '../server/analytics/import/import-rules.ts';
import { ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { StartError } from '../server/platform/config/start-error.ts';
import { openDatabase, openPool } from '../server/platform/db/database.ts';
import { allowedOrigins } from '../server/platform/http/guards/csrf.ts';

// Counts the views that a CDN served, from its access log.
const USAGE = `npm run import-views -- FILE... [--all]

FILE is an access log, in the combined format or as JSON lines, either plain or compressed (.gz). Only requests that the CDN
answered from its cache are counted, according to the cache status in the log. --all also counts requests without a cache
status, for logs that do not record it.`;

const { positionals: files, values } = readArguments();
try {
  const config = parseConfig(process.env);
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (await findEmbedded(config.dataDir));
  if (!url) fail('The embedded database is not running: start Nameplate first, or set DATABASE_URL.');
  const pool = openPool(url, 2);
  try {
    const origins = [...allowedOrigins(config)].map((origin) => new URL(origin));
    const hosts = new Set(origins.map(({ host }) => host));
    const ownHosts = new Set(origins.map(({ hostname }) => hostname));
    const countries = await openCountries(config.analytics.geoipDb);
    for (const file of files) {
      const db = openDatabase(pool);
      const result = await importViews({ db, file, countries, hosts, ownHosts, now: new Date(), all: values.all });
      const { isKnown, lines, views, unreadable, others, notAnswered, outOfRange } = result;
      if (isKnown) console.log(`${file}: imported before, with ${views} views in ${lines} lines.`);
      else {
        console.log(
          `${file}: ${lines} lines: ${views} views, ${others} other requests, ${notAnswered} not served by the CDN alone, ` +
            `${unreadable} not readable, ${outOfRange} older than two months or in the future.`,
        );
      }
    }
  } finally {
    await pool.end();
  }
} catch (error) {
  const isExplained = [ConfigError, StartError, ImportConflictError].some((kind) => error instanceof kind);
  fail(isExplained ? (error as Error).message : `The import failed: ${(error as Error).message}`);
}

function readArguments() {
  try {
    const parsed = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean', default: false } } });
    if (parsed.positionals.length > 0) return parsed;
  } catch {
    // An unknown option.
  }
  fail(USAGE);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
