import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { checkKey, isKey, type OpenFile, type Storage, StorageError } from './storage.ts';

/** A bucket and its credentials. */
export interface Bucket {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Time limits of a connection, and of a whole call. */
const CONNECT_TIMEOUT_MS = 3000;
const TIMEOUT_MS = 20_000;

/** Size limits of objects, all of which we wrote, and of other responses. */
const MAX_OBJECT_BYTES = 16 * 1024 * 1024;
const MAX_REPLY_BYTES = 256 * 1024;
/** Objects in one listing response, which stays below the limit even with the longest keys of 1 KB. */
const LIST_SIZE = 150;

/** The errors contain all that is needed; without a logger the library writes to the console. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Stores objects in a bucket with the S3 protocol. Every failure is a StorageError, and no call takes longer than 20 s. */
export function s3Storage({ endpoint, region, bucket, ...credentials }: Bucket): Storage {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Puts the bucket in the path, because other providers rarely have a host name for each bucket.
    forcePathStyle: true,
    // Providers other than Amazon do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const response = result.response as { statusCode: number; body?: unknown };
        const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300;
        limitBody(response, isObject ? MAX_OBJECT_BYTES : MAX_REPLY_BYTES);
        return result;
      },
    // Before the response is parsed.
    { step: 'deserialize', priority: 'low', name: 'limitReplies' },
  );
  const at = (key: string) => ({ Bucket: bucket, Key: checkKey(key) });

  /** Returns null if the object does not exist; any other failure becomes a StorageError. */
  async function callBucket<T>(call: (abortSignal: AbortSignal) => Promise<T>): Promise<T | null> {
    try {
      return await call(AbortSignal.timeout(TIMEOUT_MS));
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw new StorageError(`the bucket ${bucket} at ${endpoint}: ${(error as Error).message}`, { cause: error });
    }
  }

  async function bodyOf(location: ReturnType<typeof at>, abortSignal: AbortSignal): Promise<Readable> {
    const { Body } = await client.send(new GetObjectCommand(location), { abortSignal });
    if (!Body) throw new Error('the object has no body');
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
      await callBucket((abortSignal) => client.send(command, { abortSignal }));
    },

    async get(key) {
      const location = at(key);
      return callBucket(async (abortSignal) => buffer(await bodyOf(location, abortSignal)));
    },

    async open(key) {
      const location = at(key);
      return callBucket((abortSignal) => bodyOf(location, abortSignal));
    },

    async delete(key) {
      const command = new DeleteObjectCommand(at(key));
      await callBucket((abortSignal) => client.send(command, { abortSignal }));
    },

    async *list() {
      for (let token: string | undefined; ; ) {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          MaxKeys: LIST_SIZE,
          ...(token !== undefined && { ContinuationToken: token }),
        });
        const page = await callBucket((abortSignal) => client.send(command, { abortSignal }));
        for (const { Key } of page?.Contents ?? []) if (Key !== undefined && isKey(Key)) yield Key;
        token = page?.NextContinuationToken;
        if (!page?.IsTruncated || token === undefined) return;
      }
    },
  };
}

/** Aborts a response that is longer than any expected one. */
function limitBody(response: { body?: unknown }, maxBytes: number): void {
  if (!(response.body instanceof Readable)) return;
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? new Error(`the response is longer than ${maxBytes} bytes`) : null, chunk);
    },
  });
  // The error reaches the reader of the copy.
  pipeline(response.body, counted, () => {});
  response.body = counted;
}

/** Streams the content of a file; the caller closes it. */
function readFrom({ handle, size }: OpenFile): Readable {
  return handle.createReadStream({ start: 0, ...(size > 0 && { end: size - 1 }), autoClose: false });
}
