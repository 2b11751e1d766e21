import { type MailReport, MalformedReport } from '../message/mail-report.ts';
import { readReport } from './read-report.ts';

/** A message with a report; `head` is its header section. Buffers arrive as plain arrays of bytes in a worker. */
export interface ReportTask {
  message: Uint8Array;
  head: Uint8Array;
  domain: string;
}

/** `malformed` replaces an error, because an error loses its class when a worker passes it on. */
export type ReportResult = { report: MailReport | null } | { malformed: string };

/** Reads a report in a worker thread. */
export default async function readInWorker({ message, head, domain }: ReportTask): Promise<ReportResult> {
  try {
    return { report: await readReport(asBuffer(message), asBuffer(head), domain) };
  } catch (error) {
    if (error instanceof MalformedReport) return { malformed: error.message };
    throw error;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
