import { promisify } from 'node:util';
import { gunzip, inflateRaw } from 'node:zlib';
import { MalformedReport } from '../message/mail-report.ts';

const gunzipAsync = promisify(gunzip);
const inflateRawAsync = promisify(inflateRaw);

/**
 * Maximum size of an uncompressed report in bytes. A limit on the compression ratio would reject reports with many
 * equal records.
 */
const MAX_SIZE = 10 * 1024 * 1024;
const TOO_LARGE = 'the report is larger than 10 MB';
/**
 * Returns the text of a report, which may be gzip data, the first file of a zip archive, or uncompressed. Detects the
 * format from the bytes, because media types of reports are often wrong. Never decompresses twice. Throws
 * MalformedReport.
 */
export async function decompress(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MAX_SIZE) throw new MalformedReport(TOO_LARGE);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const isZip = bytes.toString('latin1', 0, 4) === 'PK\x03\x04';
  if (!isGzip && !isZip) return bytes;
  try {
    if (isGzip) return await gunzipAsync(bytes, { maxOutputLength: MAX_SIZE });
    const { method, data } = firstFile(bytes);
    return method === STORED ? data : await inflateRawAsync(data, { maxOutputLength: MAX_SIZE });
  } catch (error) {
    if (error instanceof MalformedReport) throw error;
    const { code } = error as { code?: unknown };
    throw new MalformedReport(code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : 'damaged compressed data');
  }
}

const STORED = 0;
const DEFLATED = 8;
const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
/** The size of the end record with the longest comment. */
const MAX_END = 22 + 0xffff;

/**
 * Returns the first file in the central directory of a zip archive (APPNOTE 4.3). The directory has correct sizes even
 * if the local header omits them. Rejects encrypted and zip64 archives.
 */
function firstFile(zip: Buffer): { method: number; data: Buffer } {
  const tail = Math.max(0, zip.length - MAX_END);
  const end = tail + zip.subarray(tail).lastIndexOf(END_OF_DIRECTORY);
  if (end < tail || end + 22 > zip.length) throw new MalformedReport('a zip archive without directory');
  const entry = zip.readUInt32LE(end + 16);
  if (entry + 46 > zip.length || zip.toString('latin1', entry, entry + 4) !== 'PK\x01\x02') {
    throw new MalformedReport('a zip archive without directory');
  }
  const isEncrypted = (zip.readUInt16LE(entry + 8) & 1) === 1;
  const method = zip.readUInt16LE(entry + 10);
  const size = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  if (isEncrypted || (method !== STORED && method !== DEFLATED) || local + 30 > zip.length) {
    throw new MalformedReport('a zip archive of an unsupported kind');
  }
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (start + size > zip.length) throw new MalformedReport('damaged compressed data');
  return { method, data: zip.subarray(start, start + size) };
}
