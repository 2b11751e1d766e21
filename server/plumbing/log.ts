import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { type BufferedOutput, bufferedOutput } from './buffered-output.ts';

export type { Logger } from 'pino';

/** The process's log: JSON lines in production, readable lines on a terminal otherwise. Tokens in paths are left out. */
export function createLog(level: string, production: boolean): Logger {
  const options = {
    level,
    serializers: {
      err: pino.stdSerializers.err,
      req: (request: { method: string; url: string }) => ({ method: request.method, url: withoutToken(request.url) }),
    },
  };
  if (production) return pino({ ...options, hooks: { logMethod: flushAfterTrouble } }, standardOutput());
  return pino(
    options,
    pretty({ colorize: process.stdout.isTTY === true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }),
  );
}

let output: BufferedOutput | undefined;

/** Standard output, many lines at a time: a system call for each would be a part of what a mail costs. */
function standardOutput(): BufferedOutput {
  output ??= bufferedOutput(1);
  return output;
}

/** What somebody should look at is not to be lost with a process that dies of it. */
function flushAfterTrouble(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn, level: number): void {
  method.apply(this, args);
  if (level >= 40) output?.flushSync();
}

function withoutToken(url: string): string {
  return url.replace(/^(\/(?:link|stop)\/)[^/?]+/, '$1…');
}
