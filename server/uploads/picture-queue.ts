import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { PictureKind } from '../../contract/pictures.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { PictureFault, Variant } from './encode-picture.ts';

const PROGRAM = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
/** Milliseconds after which a picture is given up. */
const PATIENCE = 30_000;
/** Pictures that may wait; whoever comes then is told to come back. */
const QUEUE = 20;

type OpenOriginal = () => Promise<Readable | FileHandle | null>;
/** Makes the published variants of an original. */
export type PictureWork = (kind: PictureKind, open: OpenOriginal) => Promise<Variant[]>;

/**
 * Pictures are decoded one after the other, each in a process of its own: what a hostile file does to the decoder ends
 * with that process, and so does its memory. Throws picture_* failures, and unavailable where too many wait.
 */
export function pictureWork(): PictureWork {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (kind, open) => {
    if (waiting >= QUEUE) {
      throw new ApiError('unavailable', {
        message: 'Many pictures are being processed at the moment. Please try again in a minute.',
        retryAfter: 30,
      });
    }
    waiting++;
    const mine = last.then(() => encode(kind, open));
    last = mine.catch(() => {}).finally(() => waiting--);
    return mine;
  };
}

async function encode(kind: PictureKind, open: OpenOriginal): Promise<Variant[]> {
  const original = await open();
  if (!original) throw new ApiError('upload_missing');
  const isStream = original instanceof Readable;
  // From a file it reads by itself.
  const child = start(kind, isStream ? 'pipe' : original.fd);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  try {
    let result: Variant[] | PictureFault | undefined;
    child.on('message', (message) => {
      result = message as Variant[] | PictureFault;
    });
    const ended = [once(child, 'close'), once(child, 'disconnect')];
    await Promise.all([isStream && feed(original, child), ...ended]);
    if (typeof result === 'object') return result;
    // Killed: by the timer, or by what it read.
    if (result === undefined && child.signalCode) throw new ApiError('picture_unreadable');
    if (result === undefined) throw new Error(`the picture process ended with ${child.exitCode}`);
    throw new ApiError(result);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    if (!isStream) await original.close();
  }
}

function start(kind: PictureKind, input: 'pipe' | number): ChildProcess {
  return fork(PROGRAM, [kind], {
    serialization: 'advanced',
    stdio: [input, 'ignore', 'inherit', 'ipc'],
    // Small: nearly all of its memory is the picture's.
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=64'],
    // Nothing of ours: it reads what strangers send.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
  });
}

async function feed(original: Readable, { stdin }: ChildProcess): Promise<void> {
  if (!stdin) throw new Error('a process without stdin');
  // A process that has made up its mind does not read on.
  await pipeline(original, stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
