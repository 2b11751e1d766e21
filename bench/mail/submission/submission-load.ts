import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { DOMAIN, SENDERS } from '../start-nameplate.ts';
import type { SubmissionLoad } from './submit.ts';

const RECIPIENT_DOMAIN = 'elsewhere.example';
/** Sending limits that exceed the load of a run. */
export const SEND_LIMITS = 'Plus=1000000/1000000,Deluxe=1000000/1000000,Vanity=1000000/1000000';

const SUBMIT = path.join(import.meta.dirname, 'submit.ts');

/**
 * Submits messages of about `size` bytes over connections that authenticate once and stay open. Throws unless the
 * server accepts every message. Uses a separate process, because load and measurement must not share a thread.
 */
export async function submitMail(
  port: number,
  { connections, messages, size }: Pick<SubmissionLoad, 'connections' | 'messages' | 'size'>,
): Promise<void> {
  const load: SubmissionLoad = {
    port,
    senders: SENDERS,
    recipientDomain: RECIPIENT_DOMAIN,
    connections,
    messages,
    header: HEADER,
    size,
  };
  await promisify(execFile)(process.execPath, [SUBMIT, JSON.stringify(load)]);
}

const HEADER = [
  `To: <reader@${RECIPIENT_DOMAIN}>`,
  'Subject: How are you these days?',
  'Date: Fri, 06 Nov 2026 10:00:00 +0000',
  `Message-ID: <bench@${DOMAIN}>`,
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
].join('\r\n');
