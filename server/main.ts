import { pathToFileURL } from 'node:url';
import { DataDirTakenError } from '../db/data-dir-lock.ts';
import { ConfigError, parseConfig } from './plumbing/config.ts';
import { createLog } from './plumbing/log.ts';
import { StartError } from './plumbing/start-error.ts';
import { start } from './start.ts';

/** Runs the process until SIGTERM or SIGINT; a second signal ends it at once. */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  const running = await start(config, log);

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info(`${signal}: finishing what is under way`);
    running.stop().then(
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
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error: unknown) => {
    // What a person can mend is said in words; only what they can't comes with its stack.
    const known = error instanceof ConfigError || error instanceof StartError || error instanceof DataDirTakenError;
    console.error(known ? error.message : error);
    process.exit(1);
  });
}
