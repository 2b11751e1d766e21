import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import {
  LOGO_SHAPES,
  PICTURE_RATIO,
  PICTURE_SHAPES,
  PICTURE_WIDTHS,
  SITE_PICTURE_KINDS,
  UPLOAD_MAX_BYTES,
  type UploadKind,
} from '../../contract/pictures.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { PictureError, PictureShape, Variant } from './encode-picture.ts';

const PROGRAM = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
/** Milliseconds for one picture. */
const TIMEOUT_MS = 30_000;
/** Pictures that may wait; further ones are rejected. */
const MAX_WAITING = 20;

type OpenOriginal = () => Promise<Readable | FileHandle | null>;
/** Encodes the published variants of an original. */
export type EncodePicture = (kind: UploadKind, open: OpenOriginal) => Promise<Variant[]>;

/**
 * Encodes pictures one after the other, each in a separate process, so that a hostile file can affect only that
 * process, and its memory is freed. Throws picture_* errors, and `unavailable` if too many wait.
 */
export function pictureQueue(): EncodePicture {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (kind, open) => {
    if (waiting >= MAX_WAITING) {
      throw new ApiError('unavailable', {
        message: 'Many pictures are being processed at the moment. Please try again in a minute.',
        retryAfter: 30,
      });
    }
    waiting++;
    const result = last.then(() => encode(kind, open));
    last = result.catch(() => {}).finally(() => waiting--);
    return result;
  };
}

async function encode(kind: UploadKind, open: OpenOriginal): Promise<Variant[]> {
  const original = await open();
  if (!original) throw new ApiError('upload_missing');
  const isStream = original instanceof Readable;
  // The process reads a file directly.
  const child = start(kind, isStream ? 'pipe' : original.fd);
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  try {
    let result: Variant[] | PictureError | undefined;
    child.on('message', (message) => {
      result = message as Variant[] | PictureError;
    });
    const ended = [once(child, 'close'), once(child, 'disconnect')];
    await Promise.all([isStream && writeToStdin(original, child), ...ended]);
    if (typeof result === 'object') return result;
    // Killed by the timer, or crashed while decoding.
    if (result === undefined && child.signalCode) throw new ApiError('picture_unreadable');
    if (result === undefined) throw new Error(`the picture process ended with ${child.exitCode}`);
    throw new ApiError(result);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    if (!isStream) await original.close();
  }
}

function start(kind: UploadKind, input: 'pipe' | number): ChildProcess {
  const shape: PictureShape = {
    ratio: PICTURE_RATIO[kind],
    widths: PICTURE_WIDTHS[kind],
    limits: kind === 'logo' ? LOGO_SHAPES : PICTURE_SHAPES,
    maxBytes: UPLOAD_MAX_BYTES,
    isDrawing: SITE_PICTURE_KINDS.some((one) => one === kind),
  };
  return fork(PROGRAM, [JSON.stringify(shape)], {
    serialization: 'advanced',
    stdio: [input, 'ignore', 'inherit', 'ipc'],
    // A small heap is enough, because nearly all memory is used by the picture.
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=64'],
    // The process gets none of our environment, because it reads untrusted files.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
  });
}

async function writeToStdin(original: Readable, { stdin }: ChildProcess): Promise<void> {
  if (!stdin) throw new Error('a process without stdin');
  // A process that has rejected the picture closes its stdin early.
  await pipeline(original, stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
