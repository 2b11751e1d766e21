import type { FORMATS } from './inputs/formats.ts';

export type Format = keyof typeof FORMATS;

/** Runs a parser with one hostile text. `parser` is the export that the row names; for a method it is the class. */
// biome-ignore lint/suspicious/noExplicitAny: one list holds parsers of every signature
export type Run = (parser: any, text: string) => unknown;

/** One parser of foreign text with its inputs. */
export interface Row {
  /** `path#name`, as `npm run check` lists it. */
  of: string;
  format: Format;
  /** The longest accepted input, in characters. */
  limit: number;
  /** Contexts in which the hostile text replaces `{}`. */
  frames: string[];
  /** The text comes from a file or a stream, so that a loop cannot be planted at the start of the parser. */
  isStreamed?: boolean;
  run: Run;
}

type Options = Partial<Pick<Row, 'limit' | 'frames' | 'isStreamed'>>;

/** The longest input of a parser without its own limit. */
const UNLIMITED = 512 * 1024;

/** Returns the rows of the parsers in one module, by name. */
export function rowsOf(path: string, format: Format, parsers: Record<string, Run>, options: Options = {}): Row[] {
  return Object.entries(parsers).map(([name, run]) => ({
    of: `${path}#${name}`,
    format,
    run,
    limit: UNLIMITED,
    frames: ['{}'],
    ...options,
  }));
}

/** The parser takes the text. */
export const text: Run = (parser, given) => parser(given);
/** The parser takes the bytes of the text. */
export const bytes: Run = (parser, given) => parser(Buffer.from(given));
/** The parser is a generator, and every value is read. */
export const all: Run = (parser, given) => Array.from(parser(given));

/** The first eighth of a text byte by byte, because a chunk costs more than a byte. */
export function bytewise(given: string): Buffer[] {
  const start = Buffer.from(given.slice(0, given.length / 8));
  return Array.from({ length: start.length }, (_, at) => start.subarray(at, at + 1));
}

/** Calls `write` with all bytes of a text, and then byte by byte; `start` is true for the first chunk of each pass. */
export function inChunks(given: string, write: (start: boolean, chunk: Buffer) => unknown): void {
  write(true, Buffer.from(given));
  for (const [at, chunk] of bytewise(given).entries()) write(at === 0, chunk);
}
