import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { addDebouncedJobs } from '../platform/jobs/jobs.ts';
import { touchProfile, touchProfilesOf } from './page-changes-store.ts';

/** The name of the job that draws a sharing image. */
export const SOCIAL_IMAGE_JOB = 'draw-card';
/**
 * Queues of images; the images of one queue are drawn one at a time. About three, and at most four, are drawn at a time
 * in all processes together, because emails must not wait for them. A worker looks for its next job before its last
 * queue is unlocked, so a fourth queue keeps three workers busy.
 */
const LANES = 4;

/**
 * Sets the time of the last change for the sitemap and orders a new sharing image, one for several writes in a row.
 * Call this in the transaction of every write that changes a public page.
 */
export async function profileChanged(trx: Transaction<DB>, handleId: number): Promise<void> {
  await touchProfile(trx, handleId);
  await orderSocialImages(trx, [handleId]);
}

/**
 * Calls `profileChanged` for every handle of an account. Call this in the transaction of every write to a field that
 * its pages share.
 */
export async function accountProfilesChanged(trx: Transaction<DB>, accountId: number): Promise<void> {
  await orderSocialImages(trx, await touchProfilesOf(trx, accountId));
}

/** Orders sharing images. */
export async function orderSocialImages(db: Queryable, handleIds: number[]): Promise<void> {
  const jobs = handleIds.map((handleId) => ({
    payload: { handleId },
    key: `card-${handleId}`,
    queue: `cards-${handleId % LANES}`,
  }));
  await addDebouncedJobs(db, SOCIAL_IMAGE_JOB, jobs);
}
