import { SIGN_IN_CODE_DAYS } from './accounts/sign-in.ts';
import { ACTIVITY_DAYS } from './teams/teams.ts';

/**
 * Retention times in days of the data for which the privacy policy states a time. The data dictionary
 * (server/held-data/) deletes after these times, and the policy shows them.
 */
export const KEPT_DAYS = {
  wrongCodes: SIGN_IN_CODE_DAYS,
  activity: ACTIVITY_DAYS,
  deliveries: 90,
  /** Reports from other mail providers. */
  mailReports: 90,
  /** Counts of recipients. */
  sendingUsage: 8,
  autoReplies: 31,
  /**
   * Reply addresses, after their last use. People who were only named in mail are deleted with their reply addresses.
   */
  contacts: 365,
  /** Requests to support, after they were closed. */
  supportRequests: 365,
  /** Invitations to teams and offers of handles, after they expired. */
  invitations: 30,
  /** Pictures, after a page last used them. */
  unusedPictures: 1,
  /** Requests to join an email list that were not confirmed. */
  listRequests: 7,
  /** Reports about pages, after the last decision; the addresses of their senders are deleted earlier. */
  pageReports: 365,
  reporters: 90,
  /** Counts for limits. */
  limitedUses: 1,
} as const;

/** Number of months, in addition to the current one, for which daily numbers of visits are kept. */
export const VISIT_MONTHS = 25;

const IN_WORDS: Record<number, string> = { 1: 'a day', 7: 'seven days', 8: 'eight days', 365: 'a year' };

/** Returns a retention time in the wording of the privacy policy. */
export const days = (what: keyof typeof KEPT_DAYS): string => IN_WORDS[KEPT_DAYS[what]] ?? `${KEPT_DAYS[what]} days`;
