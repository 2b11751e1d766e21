import type { Queryable } from '../../platform/db/database.ts';
import type { RichText } from './rich-text.ts';

/** The content of an email. The layout derives the HTML part and the text part from it. */
export interface Email {
  to: string;
  subject: string;
  /** Completes the subject, and is shown after it in the list of a mail program. Hidden in the HTML part. */
  preheader: string;
  heading: string;
  /** The handle that the email is about, as a page or as an address. It is the largest element of the HTML part. */
  handle?: { name: string; shownAs: 'page' | 'address' };
  body: Block[];
  button: { label: string; url: string };
  /** A code to type, below the button, with its introduction. */
  code?: { text: string; value: string };
  /** Small print, one paragraph each. */
  notes: string[];
  /** A link that stops all emails of this kind without an account. */
  stop?: { text: string; label: string; url: string };
}

/** A part of the body: a paragraph, facts, a statement or a quotation. */
export type Block = RichText | Facts | Statement | Quotation;

/** Facts with their labels, such as the time of a sign-in. */
export interface Facts {
  facts: { label: string; value: RichText }[];
}

/** The amounts paid or returned, one per line, with their total. */
export interface Statement {
  lines: {
    item: RichText;
    detail: string;
    /** The first and the last day. */
    period: [from: string, until: string] | null;
    price: string;
  }[];
  total: { label: string; price: string };
}

/** Paragraphs that a person wrote, set apart from our own text. */
export interface Quotation {
  quotation: RichText[];
}

/** A plain-text email in which a person writes to someone through us. */
export interface TextEmail {
  to: string;
  subject: string;
  text: string;
  /** The address of the person. */
  replyTo: string;
  headers: Record<string, string>;
}

/** The payload of an email job. `kind` selects the function that composes the email; the other fields belong to that kind. */
export interface EmailOrder {
  kind: string;
  to: string;
}

/** Composes one kind of email at the time of sending. Returns null if there is no longer a reason to send it. */
export type ComposeEmail<Order extends EmailOrder> = (
  db: Queryable,
  order: Order,
) => Email | TextEmail | null | Promise<Email | TextEmail | null>;

/** The emails of a capability, by kind. */
export type EmailComposers<Order extends EmailOrder> = {
  [Kind in Order['kind']]: ComposeEmail<Extract<Order, { kind: Kind }>>;
};

/** The last note of an email that a stranger may have requested in the name of its reader. */
export const IGNORE_NOTE =
  'If you did not request this, you can ignore this email: nothing happens until you press the button.';

/**
 * Returns the handle for use in a subject, or `fallback` if it contains a dot: mail programs turn such a name into a link
 * to a domain that a stranger may own, in an email with our signature.
 */
export function handleInSubject(handle: string, fallback = 'your handle'): string {
  return handle.includes('.') ? fallback : handle;
}

/** Returns the address of a handle for use in a subject, by the rule of `handleInSubject`. */
export function addressInSubject(handle: string, mailDomain: string): string {
  return handleInSubject(handle, '') === '' ? `an address at ${mailDomain}` : `${handle}@${mailDomain}`;
}
