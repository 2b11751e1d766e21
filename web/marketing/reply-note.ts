import type { Site } from '../../contract/documents.ts';

/** The exception to the promise that senders see only the handle. */
export function replyNote({ paidPlans }: Pick<Site, 'paidPlans'>): string {
  const remedy = ' On a paid plan you can reply from the handle instead.';
  return `An ordinary reply from your inbox does show that inbox.${paidPlans === false ? '' : remedy}`;
}
