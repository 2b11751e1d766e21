import type { Recorder } from '../../mail/ports.ts';
import type { Logger } from '../plumbing/log.ts';

/** Hears what happens to mail and writes it to the log. */
export function createRecorder(log: Logger): Recorder {
  return {
    note: (id, step) => log.debug({ id, ...step }, 'flight'),
    alarm: (kind, host, words) => log.error({ kind, host, words }, 'mail needs a look'),
  };
}
