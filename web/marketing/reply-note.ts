import type { Site } from '../../contract/documents.ts';
import { includesFeature } from '../../contract/payments/features.ts';

/** The exception to the promise that senders see only the handle. */
export function replyNote({ paidPlans, commonFeatures }: Pick<Site, 'paidPlans' | 'commonFeatures'>): string {
  const note = 'An ordinary reply from your inbox does show that inbox.';
  if (commonFeatures && includesFeature(commonFeatures, 'sending')) {
    return `${note} You can reply from the handle instead.`;
  }
  return paidPlans === false ? note : `${note} On a paid plan you can reply from the handle instead.`;
}
