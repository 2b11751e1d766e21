import { SIGN_IN_CODE_DAYS } from './accounts/accounts.ts';
import { ACTIVITY_DAYS } from './teams/teams.ts';

/**
 * How many days we keep what the privacy policy gives a time for. The data dictionary (server/held-data/) deletes after these
 * times, and the policy shows them.
 */
export const KEPT_DAYS = {
  wrongCodes: SIGN_IN_CODE_DAYS,
  activity: ACTIVITY_DAYS,
  deliveries: 90,
  /** Reports of other mail providers. */
  mailReports: 90,
  /** Counts of recipients. */
  sendingUsage: 8,
  autoReplies: 31,
  /** Reply addresses since they were last used; people who were only named in mail go with theirs. */
  contacts: 365,
  /** Requests to support since they were closed. */
  supportRequests: 365,
  /** Invitations to teams and offers of handles since they expired. */
  invitations: 30,
  /** Pictures since a page last used them. */
  unusedPictures: 1,
  /** Requests to join an email list that were not confirmed. */
  listRequests: 7,
  /** Reports about pages since the last decision, and before that the addresses of their senders. */
  pageReports: 365,
  reporters: 90,
  /** What limits have counted. */
  limitedUses: 1,
} as const;

/** How many months, after the present one, numbers of visits are kept by day. */
export const VISIT_MONTHS = 25;

const IN_WORDS: Record<number, string> = { 1: 'a day', 7: 'seven days', 8: 'eight days', 365: 'a year' };

/** Returns how long something is kept, as the privacy policy writes it. */
export const days = (what: keyof typeof KEPT_DAYS): string => IN_WORDS[KEPT_DAYS[what]] ?? `${KEPT_DAYS[what]} days`;
