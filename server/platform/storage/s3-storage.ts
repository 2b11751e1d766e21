import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { checkKey, type OpenFile, type Storage, StorageError } from './storage.ts';

/** A bucket, and who we are to it. */
export interface Bucket {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Milliseconds: for a connection, and for one call as a whole. */
const CONNECT_WITHIN = 3000;
const ANSWER_WITHIN = 20_000;

/** Bytes of an object, all of which are ours, and of any other reply. */
const MOST_OBJECT_BYTES = 16 * 1024 * 1024;
const MOST_REPLY_BYTES = 256 * 1024;

/** What matters is in the errors; without a logger of its own the library writes to the console. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Objects in a bucket of S3 or what speaks like it. Every failure is a StorageError, and none takes longer than 20 s. */
export function s3Storage({ endpoint, region, bucket, ...credentials }: Bucket): Storage {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // The bucket in the path: what is not Amazon seldom has a name for each.
    forcePathStyle: true,
    // Others than Amazon do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_WITHIN, socketTimeout: ANSWER_WITHIN },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const response = result.response as { statusCode: number; body?: unknown };
        const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300;
        limitBody(response, isObject ? MOST_OBJECT_BYTES : MOST_REPLY_BYTES);
        return result;
      },
    // Below whatever reads the reply.
    { step: 'deserialize', priority: 'low', name: 'limitReplies' },
  );
  const at = (key: string) => ({ Bucket: bucket, Key: checkKey(key) });

  /** What does not exist is null; everything else that goes wrong is the storage's. */
  async function ask<T>(what: (abortSignal: AbortSignal) => Promise<T>): Promise<T | null> {
    try {
      return await what(AbortSignal.timeout(ANSWER_WITHIN));
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw new StorageError(`the bucket ${bucket} at ${endpoint}: ${(error as Error).message}`, { cause: error });
    }
  }

  async function bodyOf(place: ReturnType<typeof at>, abortSignal: AbortSignal): Promise<Readable> {
    const { Body } = await client.send(new GetObjectCommand(place), { abortSignal });
    if (!Body) throw new Error('an object without a body');
    return addAbortSignal(abortSignal, Body as Readable);
  }

  return {
    async put(key, content, type) {
      const whole = content instanceof Uint8Array;
      const command = new PutObjectCommand({
        ...at(key),
        Body: whole ? content : readFrom(content),
        ContentLength: whole ? content.length : content.size,
        ContentType: type,
      });
      await ask((abortSignal) => client.send(command, { abortSignal }));
    },

    async get(key) {
      const place = at(key);
      return ask(async (abortSignal) => buffer(await bodyOf(place, abortSignal)));
    },

    async open(key) {
      const place = at(key);
      return ask((abortSignal) => bodyOf(place, abortSignal));
    },

    async delete(key) {
      const command = new DeleteObjectCommand(at(key));
      await ask((abortSignal) => client.send(command, { abortSignal }));
    },
  };
}

/** Ends a reply that is longer than any that we can have asked for. */
function limitBody(response: { body?: unknown }, most: number): void {
  if (!(response.body instanceof Readable)) return;
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new Error(`the reply is longer than ${most} bytes`) : null, chunk);
    },
  });
  // Whoever reads the copy gets the error.
  pipeline(response.body, counted, () => {});
  response.body = counted;
}

/** The content of a file piece by piece; whoever opened it closes it. */
function readFrom({ handle, size }: OpenFile): Readable {
  return handle.createReadStream({ start: 0, ...(size > 0 && { end: size - 1 }), autoClose: false });
}
