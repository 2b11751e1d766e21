import type { ErrorCode } from '../../contract/errors.ts';

/** Groups of calls, in the order of the page. */
export const TAGS = {
  'Signing in': 'A session begins with a mailed link and is kept in a cookie.',
  Handles: 'Check whether a handle is available, claim it, and change what its page shows.',
  'Email forwarding': 'Where mail to a handle goes. An inbox receives nothing until its owner has agreed.',
  Profiles: 'The public pages, and the fields that all pages of an account share.',
  Pictures: 'Avatar and banner: request an address, upload the file there by PUT, then use it as the picture.',
  Payments: 'Buy and renew handles of one to ten characters for a year. PayPal takes the payments.',
  Account: 'Export and deletion of the account.',
  Administration: 'For administrators only. Every change is recorded in an audit log that cannot be edited.',
  'This description': 'This document, as OpenAPI and as a page.',
} as const;

export interface RouteDoc {
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** The resource has a version: responses carry it as ETag, and a write may send it in If-Match. */
  isVersioned?: true;
  /** Errors of the call itself, beyond those that follow from its shape. */
  errors?: ErrorCode[];
  /** The sender signs the body, which may have any form. */
  isSigned?: true;
  /** The type of a response that has no JSON schema. */
  responseType?: 'text/html' | 'text/csv' | 'description';
}
