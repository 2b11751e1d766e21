import type { ReachedLimit } from '../../limits/count-use.ts';
import type { CountedBy } from '../../limits/limits.ts';

/** Why a form was not accepted. Its page is shown again with everything that was typed. */
export interface Refusal {
  status: 400 | 429 | 503;
  /** The errors by field. */
  errors?: Record<string, string>;
  /** The error of the whole form. */
  problem: string;
  /** Seconds after which the form may be sent again. */
  retryAfter?: number;
}

/** Returns the refusal for a person who has reached a limit. */
export function limitRefusal({ by, retryAfter }: ReachedLimit): Refusal {
  const wait = retryAfter <= 3600 ? 'Please try again in an hour.' : 'Please try again tomorrow.';
  const reasons: Partial<Record<CountedBy, string>> = {
    handle: 'This page has received many of these in a short time.',
    page: 'This page was reported many times in a short time, and we are looking at it.',
    all: 'Many pages were reported in a short time.',
    network: 'Many of these were sent from your network in a short time.',
    address: 'Many messages were sent with this email address in a short time.',
  };
  return { status: 429, problem: `${reasons[by]} Nothing was sent. ${wait}`, retryAfter };
}
