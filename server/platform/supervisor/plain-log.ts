import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemClock } from '../jobs/clock.ts';

/** Levels of pino. */
const LEVELS = { warn: 40, error: 50 };

/** The part of a pino logger that the supervisor uses. */
export interface PlainLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Returns a log that writes to standard output as pino does, JSON lines in production and readable text otherwise. It
 * does not load pino, so that the supervisor stays small.
 */
export function plainLog(production: boolean): PlainLog {
  const logAt = (level: keyof typeof LEVELS) => (fields: object, message: string) => {
    const record = {
      level: LEVELS[level],
      time: systemClock().getTime(),
      pid: process.pid,
      hostname: hostname(),
      ...fields,
    };
    const line = production
      ? JSON.stringify({ ...record, msg: message }, errorText)
      : `${level.toUpperCase()}: ${message} ${JSON.stringify(fields, errorText)}`;
    try {
      writeSync(1, `${line}\n`);
    } catch {
      // The reader has closed the pipe, or the disk is full.
    }
  };
  return { warn: logAt('warn'), error: logAt('error') };
}

function errorText(_key: string, value: unknown): unknown {
  return value instanceof Error ? { type: value.name, message: value.message } : value;
}
