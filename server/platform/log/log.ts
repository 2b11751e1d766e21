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
      words: withoutOthersText,
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

/**
 * What another mail server answered, as far as it may be kept in a log: its codes. Its text may name an inbox or a person;
 * owners and operators find it with the mail itself. Of other texts only words with an @ are left out.
 */
function withoutOthersText(words: unknown): unknown {
  if (typeof words !== 'string') return words;
  const codes = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(words)?.[0];
  if (codes) return codes;
  const kept = words.slice(0, 1000).split(' ');
  return kept.map((word) => (word.includes('@') ? '…' : word)).join(' ');
}

function withoutToken(url: string): string {
  return url.replace(/^(\/(?:link|stop)\/)[^/?]+/, '$1…');
}
