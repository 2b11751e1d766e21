import { DAY, HOUR, MINUTE } from '../../contract/time.ts';
import { ApiError } from '../platform/http/api-error.ts';

/**
 * The values by which uses are counted. `page` is the handle in a path, whether or not it exists; `address` is an
 * address that a visitor typed.
 */
export type CountedBy = 'account' | 'address' | 'all' | 'handle' | 'inbox' | 'network' | 'page';

/** At most `max` uses of one value within `within` milliseconds, which may not exceed a day. */
export interface Limit {
  within: number;
  max: number;
  /** Counts only uses with the same detail as the new one. */
  ofDetail?: true;
  /** The maximum for a detail without a use within a day, so that a few origins cannot lock out all others. */
  maxNew?: number;
}

interface LimitKind {
  /** The limits by counted value. Values are locked and compared in this order. */
  by: Partial<Record<CountedBy, Limit[]>>;
  /**
   * Returns the error for a use above the limit, given the seconds until it is possible. Forms without scripts show
   * pages instead.
   */
  error?: (retryAfter: number) => ApiError;
}

/** Returns the limits of emails to one inbox. Their detail is the origin of the order. */
function emails(limits: Limit[]) {
  return { by: { inbox: limits }, error: tooManyEmails } satisfies LimitKind;
}

const BY_STRANGERS = emails([
  { within: HOUR, max: 5, maxNew: 15 },
  { within: DAY, max: 15, maxNew: 25 },
]);

/** Every limit over time that is counted in the database. The names of kinds are stored. */
export const LIMITS = {
  /** Messages from visitors. Their detail is a hash of the message: one that is sent again is the same use. */
  'contact-form': {
    by: {
      handle: [
        { within: DAY, max: 1, ofDetail: true },
        { within: HOUR, max: 30 },
        { within: DAY, max: 100 },
      ],
      network: [
        { within: HOUR, max: 10 },
        { within: DAY, max: 30 },
      ],
      address: [
        { within: HOUR, max: 5 },
        { within: DAY, max: 15 },
      ],
    },
  },
  /**
   * Requests to join a list. Their detail is a hash of the address. The emails to one address have their own limit,
   * `email-list`.
   */
  'subscribe-form': {
    by: {
      handle: [
        { within: 10 * MINUTE, max: 1, ofDetail: true },
        { within: HOUR, max: 120 },
        { within: DAY, max: 1000 },
      ],
      network: [
        { within: HOUR, max: 20 },
        { within: DAY, max: 60 },
      ],
    },
  },
  /** Reports about a page. Their detail is the network, which can report a page once a day. */
  'page-report': {
    by: {
      page: [
        { within: DAY, max: 1, ofDetail: true },
        { within: HOUR, max: 30 },
        { within: DAY, max: 100 },
      ],
      network: [
        { within: HOUR, max: 10 },
        { within: DAY, max: 30 },
      ],
      // As many as an administrator could still read; keeps the table small.
      all: [
        { within: HOUR, max: 500 },
        { within: DAY, max: 3000 },
      ],
    },
  },
  /** Each request causes two emails. */
  'support-request': {
    by: {
      account: [
        { within: HOUR, max: 5 },
        { within: DAY, max: 20 },
      ],
    },
    error: (retryAfter) => new ApiError('too_many_support_requests', { retryAfter }),
  },
  'free-claim': {
    by: { network: [{ within: DAY, max: 50 }] },
    error: (retryAfter) => new ApiError('too_many_claims', { retryAfter }),
  },
  /**
   * Emails to people without a place at the handle: otherwise alternately inviting and withdrawing could email any
   * number of strangers.
   */
  invitation: {
    by: { handle: [{ within: DAY, max: 50 }] },
    error: (retryAfter) =>
      new ApiError('too_many_requests', {
        message: 'This handle has sent 50 invitations in a day, which is the limit. Please try again tomorrow.',
        retryAfter,
      }),
  },
  /** Each use emails the whole team: otherwise alternately giving up and keeping could email it without limit. */
  'give-up': {
    by: { handle: [{ within: DAY, max: 3 }] },
    error: () =>
      new ApiError('too_many_requests', {
        message: 'This handle was given up 3 times in a day, which is the limit. Please try again tomorrow.',
        retryAfter: DAY / 1000,
      }),
  },
  'email-other': emails([
    { within: HOUR, max: 5 },
    { within: DAY, max: 15 },
  ]),
  'email-claim': BY_STRANGERS,
  'email-sign-in': BY_STRANGERS,
  'email-account': BY_STRANGERS,
  'email-own': emails([
    { within: HOUR, max: 5, ofDetail: true },
    { within: DAY, max: 15, ofDetail: true },
  ]),
  'email-device': emails([{ within: HOUR, max: 5, ofDetail: true }]),
  'email-security': emails([
    { within: HOUR, max: 10 },
    { within: DAY, max: 30 },
  ]),
  // Counted over all pages: a form must not become a way to flood someone else's inbox.
  'email-list': emails([
    { within: HOUR, max: 3 },
    { within: DAY, max: 6 },
  ]),
  /** Not an email, but an account opened by a free claim: an inbox can have any number of addresses with +tags. */
  'opened-account': {
    by: { inbox: [{ within: DAY, max: 3 }] },
    error: (retryAfter) =>
      new ApiError('too_many_claims', {
        message: 'Several accounts were opened with this inbox today. Please use one of them, or try again tomorrow.',
        retryAfter,
      }),
  },
} satisfies Record<string, LimitKind>;

function tooManyEmails(retryAfter: number): ApiError {
  const minutes = Math.ceil(retryAfter / 60);
  const wait = minutes === 1 ? 'a minute' : minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  const message = `We have already sent several emails to this address. Please try again in ${wait}.`;
  return new ApiError('too_many_emails', { retryAfter, message });
}
