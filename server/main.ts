import { pathToFileURL } from 'node:url';
import { DataDirTakenError } from '../db/data-dir-lock.ts';
import { EmbeddedError } from '../db/embedded-error.ts';
import { type Config, ConfigError, parseConfig } from './platform/config/config.ts';
import { suspectSettings } from './platform/config/setting-names.ts';
import { StartError } from './platform/config/start-error.ts';
import { createLog } from './platform/log/log.ts';
import { type Fakes, start } from './start.ts';

/** Faults that a person can mend: their message says how. */
const MENDABLE = [ConfigError, StartError, DataDirTakenError, EmbeddedError];

/** A terminal's Ctrl-C reaches us twice when npm passes it on: only a later one means "now". */
const SAME_SIGNAL = 2000;
/** Milliseconds that a signal waits for a start that is under way. */
const LONGEST_START = 10_000;

/** Local mode plays PayPal itself, unless a setting says where PayPal is. */
async function loadFakes({ paypal, production }: Config): Promise<Fakes> {
  if (production || !paypal.emulated) return {};
  const { paypalEmulator } = await import('../fakes/paypal/emulator.ts');
  const here = new URL(paypal.base).origin;
  return {
    paypalEmulator: await paypalEmulator({
      base: paypal.base,
      webhook: { id: paypal.webhookId, url: `${here}/paypal/webhook` },
    }),
  };
}

/** Runs the process until SIGTERM or SIGINT; a second signal, later, ends it at once. */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  for (const { name, meant } of suspectSettings(process.env)) {
    log.warn(
      { event: 'config.unknown_setting', setting: name, meant },
      'a variable looks like a misspelled setting and has no effect',
    );
  }
  const starting = start(config, log, await loadFakes(config));

  let stopping = 0;
  const stop = (signal: string) => {
    if (stopping > 0 && Date.now() - stopping < SAME_SIGNAL) return;
    if (stopping > 0) process.exit(1);
    stopping = Date.now();
    log.info(`${signal}: finishing what is under way`);
    // A start may wait for its database for minutes; what it has begun is taken over by the next one.
    const enough = setTimeout(() => process.exit(1), LONGEST_START);
    const stopped = starting.then((running) => {
      clearTimeout(enough);
      return running.stop();
    });
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected and nobody took it'));
  await starting;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error: unknown) => {
    // What a person can mend is said in words; only what they can't comes with its stack.
    const mendable = error instanceof Error && MENDABLE.some((kind) => error instanceof kind);
    console.error(mendable ? error.message : error);
    process.exit(1);
  });
}
