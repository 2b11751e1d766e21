import { DataDirTakenError } from '../db/data-dir-lock.ts';
import { EmbeddedError } from '../db/embedded-error.ts';
import { type Config, ConfigError, parseConfig } from './platform/config/config.ts';
import { suspectSettings } from './platform/config/setting-names.ts';
import { StartError } from './platform/config/start-error.ts';
import { createLog } from './platform/log/log.ts';
import { logProcessEvents } from './platform/log/process-events.ts';
import { reportStart } from './platform/supervisor/kept-process.ts';
import { releaseStartMemory } from './platform/supervisor/release-start-memory.ts';
import { type Fakes, start } from './start.ts';

/** Errors that the operator can correct; their message explains how. */
const OPERATOR_ERRORS = [ConfigError, StartError, DataDirTakenError, EmbeddedError];

/** Ctrl-C arrives twice when npm forwards it, so a second signal within this time is ignored. */
const SAME_SIGNAL_MS = 2000;
/** Milliseconds that a signal waits for a start in progress. */
const START_TIMEOUT_MS = 10_000;

/** Loads the PayPal emulator that local mode runs unless a setting names another address. */
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

/**
 * Runs the roles of this process until SIGTERM or SIGINT; a second, later signal ends it immediately. main.ts starts
 * and watches this process, which can also run alone.
 */
async function serve(): Promise<void> {
  // The supervisor was killed. The next start takes over what a dying process leaves behind.
  process.once('disconnect', () => process.exit(1));
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  if (config.production) logProcessEvents(log);
  for (const { name, similar } of suspectSettings(process.env)) {
    log.warn(
      { event: 'config.unknown_setting', setting: name, similar },
      'a variable looks like a misspelled setting and has no effect',
    );
  }
  const starting = start(config, log, await loadFakes(config));

  let stopping = 0;
  const stop = (signal: string) => {
    if (stopping > 0 && performance.now() - stopping < SAME_SIGNAL_MS) return;
    if (stopping > 0) process.exit(1);
    stopping = performance.now();
    log.info({ event: 'process.stopping', signal }, `${signal}: finishing work in progress`);
    // A start may wait minutes for its database; the next start takes over whatever this one began.
    const timeout = setTimeout(() => process.exit(1), START_TIMEOUT_MS);
    const stopped = starting.then((running) => {
      clearTimeout(timeout);
      return running.stop();
    });
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ event: 'process.stop_failed', err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('unhandledRejection', (error) =>
    log.error({ event: 'process.unhandled_rejection', err: error }, 'Unhandled promise rejection'),
  );
  await starting;
  reportStart({ ready: true });
  releaseStartMemory();
}

serve().catch((error: unknown) => {
  // Errors that the operator can correct need no stack trace.
  const isOperatorError = error instanceof Error && OPERATOR_ERRORS.some((kind) => error instanceof kind);
  // A person at a terminal gets text; in production, everything else gets JSON lines.
  if (process.env.NODE_ENV === 'production' && !process.stderr.isTTY) {
    const details = { event: 'process.start_failed', ...(!isOperatorError && { err: error }) };
    createLog('info', true).fatal(details, isOperatorError ? error.message : 'the process could not start');
  } else console.error(isOperatorError ? error.message : error);
  process.exit(1);
});
