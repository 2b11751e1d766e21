import type { ErrorCode } from '../../contract/errors.ts';

/** Groups of calls, in the order in which they are read. */
export const TAGS = {
  'Signing in': 'A session begins with a mailed link and is kept in a cookie.',
  Handles: 'Names: whether they are free, claiming them, changing what they show.',
  'Email forwarding': 'Where mail to a handle goes. An inbox receives nothing before its owner agreed.',
  Profiles: 'The public pages, and what all pages of a person have in common.',
  Pictures: 'Avatar and banner: ask for an address, send the file there by PUT, take it over.',
  Payments: 'A year of a handle of one to ten characters, and renewing it. Money is taken by PayPal.',
  Account: 'Taking everything along, and leaving.',
  Administration: 'For administrators alone. Every act is noted in a log that nobody can edit.',
  'This description': 'What you are reading.',
} as const;

export interface RouteDoc {
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** It has a version: replies carry it as ETag, and a write may name it in If-Match. */
  isVersioned?: true;
  /** What the call itself may object to, beyond what follows from its shape. */
  fails?: ErrorCode[];
  /** The message itself says who sent it, and may have any form. */
  isSigned?: true;
  /** The answer is no JSON that a schema speaks of. */
  answers?: 'text/html' | 'text/csv' | 'description';
}
