import type { PageForm } from './page-forms.ts';

/**
 * Addresses of the forms of pages and of the links in their emails. Separate from the addresses of all screens because
 * few screens need these.
 */
export const formPages = {
  form: (handle: string, form: PageForm) => `/${encodeURIComponent(handle)}/${form}`,
  /** Confirms a subscription: a page with a button. */
  confirmSubscription: (token: string) => `/list/${encodeURIComponent(token)}`,
  /** Ends a subscription: a page with a button, and the one-click target for mail programs (RFC 8058). */
  leaveList: (token: string) => `/list/${encodeURIComponent(token)}/leave`,
} as const;

/** The screen of the email list; the query `?handle=` names the handle. */
export const audiencePages = { audience: () => '/app/audience' } as const;
