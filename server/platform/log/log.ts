import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { type BufferedOutput, bufferedOutput } from './buffered-output.ts';

export type { Logger } from 'pino';

/** Creates the log of the process: JSON lines in production, else readable lines. Tokens in paths are removed. */
export function createLog(level: string, production: boolean): Logger {
  const options = {
    level,
    serializers: {
      err: withoutData,
      // Texts of other mail servers.
      reply: withoutForeignText,
      response: withoutForeignText,
      req: (request: { method: string; url: string }) => ({ method: request.method, url: withoutToken(request.url) }),
    },
  };
  if (production) return pino({ ...options, hooks: { logMethod: flushWarnings } }, standardOutput());
  return pino(
    options,
    pretty({ colorize: process.stdout.isTTY === true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }),
  );
}

let output: BufferedOutput | undefined;

/** Returns standard output, written in batches because a system call for each line would add to the cost of each email. */
function standardOutput(): BufferedOutput {
  output ??= bufferedOutput(1);
  return output;
}

/** Writes warnings and errors immediately, so that they are not lost if the process dies. */
function flushWarnings(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn, level: number): void {
  method.apply(this, args);
  if (level >= 40) output?.flushSync();
}

/**
 * Reduces the reply of another mail server to its codes, because its text may name an inbox or a person. Owners and
 * operators find the text with the email itself. In other texts, only words with an @ are masked.
 */
function withoutForeignText(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const codes = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(text)?.[0];
  if (codes) return codes;
  const kept = text.slice(0, 1000).split(' ');
  return kept.map((word) => (word.includes('@') ? '…' : word)).join(' ');
}

/** Fields of PostgreSQL's errors that quote rows or parameters, which may be personal. */
const DATA_FIELDS = ['detail', 'where', 'internalQuery', 'hint'];

/** Serializes an error without the data that it quotes: database rows, and words with an @. */
function withoutData(error: Error): unknown {
  const fields: unknown = pino.stdSerializers.err(error);
  return fields === error ? error : quoteless(fields);
}

function quoteless(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const words = value.split(/([\s"'<>()[\]/])/);
    // In a path, a scoped package begins with an @.
    return words.map((word) => (word.indexOf('@') > 0 ? '…' : word)).join('');
  }
  if (typeof value !== 'object' || value === null || depth > 4) return value;
  if (Array.isArray(value)) return value.map((item) => quoteless(item, depth + 1));
  const kept = Object.entries(value).filter(([name]) => !DATA_FIELDS.includes(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, quoteless(item, depth + 1)]));
}

function withoutToken(url: string): string {
  return url.replace(/^(\/(?:link|stop)\/)[^/?]+/, '$1…');
}
