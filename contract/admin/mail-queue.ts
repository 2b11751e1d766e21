import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { ADMIN_ACT } from './admin.ts';

/** GET /api/admin/mail-queue: totals of the queue, and the destinations with the most queued copies. */
export const mailQueue = z.object({
  count: z.int(),
  oldest: z.nullable(z.iso.datetime()),
  /** Number of copies that an operator put on hold. */
  held: z.int(),
  /** Set while delivery is paused, either by an operator or because the database was restored from a backup. */
  paused: z.nullable(z.object({ at: z.iso.datetime(), reason: z.string() })),
  /** Roles that no process runs. */
  missingRoles: z._default(z.array(z.enum(['http', 'mail', 'jobs'])), []),
  /** Problems that need an operator, newest first: reputation, full inboxes, TLS failures, crashing jobs. */
  alarms: z.array(
    z.object({
      kind: z.enum(['reputation', 'mailbox-full', 'tls', 'isolated']),
      host: z.string(),
      words: z.string(),
      count: z.int(),
      firstAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
    }),
  ),
  destinations: z.array(
    z.object({
      domain: z.string(),
      count: z.int(),
      oldest: z.iso.datetime(),
      nextTry: z.iso.datetime(),
      /** The last reply of the destination. */
      lastWords: z.nullable(z.string()),
    }),
  ),
});
export type MailQueue = z.infer<typeof mailQueue>;

export const getAdminMailQueue = defineCall('GET /api/admin/mail-queue', { by: 'admin', response: mailQueue });

export const postAdminMailQueuePause = defineCall('POST /api/admin/mail-queue/pause', ADMIN_ACT);

export const postAdminMailQueueResume = defineCall('POST /api/admin/mail-queue/resume', ADMIN_ACT);
