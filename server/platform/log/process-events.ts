import type { Logger } from './log.ts';

/** Logs what Node would print as text: warnings, and the error that ends the process, with exit code 1. */
export function logProcessEvents(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (err) => log.warn({ event: 'process.warning', err }, 'Node warns'));
  process.on('uncaughtException', (err) => {
    log.fatal({ event: 'process.uncaught_exception', err }, 'Uncaught exception');
    process.exit(1);
  });
}
