import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

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
  if (production) return pino(options);
  return pino(
    options,
    pretty({ colorize: process.stdout.isTTY === true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }),
  );
}

function withoutToken(url: string): string {
  return url.replace(/^(\/(?:link|stop)\/)[^/?]+/, '$1…');
}
