import type { Transaction } from 'kysely';
import { EMAIL_UNDO_DAYS } from '../../contract/accounts/email-change.ts';
import type { LinkView } from '../../contract/accounts/link-view.ts';
import { INVITATION_DAYS } from '../../contract/teams/teams.ts';
import { DAY, MINUTE } from '../../contract/time.ts';
import type { DB, LinkPurpose } from '../../db/schema.ts';
import { createToken, hashToken } from '../platform/crypto/secrets.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import type { SecurityEvent } from '../platform/log/security-log.ts';
import { findLink, findLinkById, insertLink, type MagicLink, spendLink } from './store.ts';

/** Validity of a link of each purpose, in milliseconds. */
const LINK_LIFETIME: Record<LinkPurpose, number> = {
  'sign-in': 10 * MINUTE,
  claim: 10 * MINUTE,
  'verify-forwarding': DAY,
  'verify-member-inbox': DAY,
  'delete-account': DAY,
  'confirm-email-change': DAY,
  'confirm-new-email': DAY,
  'undo-email-change': EMAIL_UNDO_DAYS * DAY,
  'join-team': INVITATION_DAYS * DAY,
};

/** The account signed in to the browser that opens a link. */
export interface Viewer {
  id: number;
  email: string;
}

/** The handler of a capability for the links of one purpose. */
export interface LinkHandler {
  /** Returns why a valid link can no longer be used, or null. */
  validate(db: Queryable, link: MagicLink): Promise<LinkView['state'] | null>;
  /** Returns more fields for the page of a link that is ready or used. A `state` here replaces the general one. */
  details?(
    db: Queryable,
    link: MagicLink,
  ): Promise<Partial<Pick<LinkView, 'state' | 'deletion' | 'takesOver' | 'emailChange' | 'invitation' | 'asksFirst'>>>;
  /** Returns whether the link concerns this account although it was sent to another address. */
  concerns?(db: Queryable, link: MagicLink, account: Viewer): Promise<boolean>;
  /** Performs the action of the link in the transaction that marks it as used. */
  execute(trx: Transaction<DB>, link: MagicLink, visitor: Visitor): Promise<LinkResult>;
  /** Refuses the link's request, which also uses up the link. Absent if doing nothing is enough. */
  refuse?(trx: Transaction<DB>, link: MagicLink): Promise<void>;
}

/** The client that presses the button. */
export interface Visitor {
  /** Undefined if networks are not limited. */
  network: string | undefined;
  /** The account signed in to the browser, if any. */
  accountId?: number | undefined;
  /** Whether the button refuses the link's request. */
  refuses?: boolean;
}

export interface LinkResult {
  /** The page to open next. By default the page of the link, which then shows that it was used. */
  goTo?: string;
  /** The account to sign in. */
  signIn?: number;
  /** Set if the sign-in reopened a closed account. */
  restored?: true;
  /** What the security log records. */
  logged?: { event: SecurityEvent; account: number };
}

export type LinkHandlers = Record<LinkPurpose, LinkHandler>;

interface LinkOrder {
  purpose: LinkPurpose;
  email: string;
  handle?: string | undefined;
  forwardingId?: number | undefined;
  memberId?: number | undefined;
  emailChangeId?: number | undefined;
  claimInvitationId?: number | undefined;
}

/** Creates a link and returns its token for the email. Only the hash of the token is stored. */
export async function issueLink(db: Queryable, now: Date, order: LinkOrder): Promise<string> {
  return (await issueKnownLink(db, now, order)).token;
}

/** Does the same, and also returns the id of the link for `followKnownLink`. */
export async function issueKnownLink(db: Queryable, now: Date, order: LinkOrder) {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME[order.purpose]);
  const id = await insertLink(db, { ...order, tokenHash: hashToken(token), expiresAt });
  return { id, token, expiresAt };
}

/**
 * Returns the content of the page of a link. A viewer whose account the link does not concern sees which account is
 * signed in. Opening the page does not use up the link, because mail scanners follow links.
 */
export async function viewLink(
  db: Database,
  handlers: LinkHandlers,
  token: string,
  { now, viewer }: { now: Date; viewer?: Viewer | null | undefined },
): Promise<LinkView> {
  const link = await findLink(db, hashToken(token));
  if (!link) return { purpose: 'sign-in', state: 'invalid' };
  const handler = handlers[link.purpose];
  const view = { purpose: link.purpose, email: link.email, ...(link.handle !== null && { handle: link.handle }) };
  if (!link.usedAt && link.expiresAt <= now) return { ...view, state: 'expired' };
  const state = link.usedAt ? 'used' : ((await handler.validate(db, link)) ?? 'ready');
  const isTheirs =
    !viewer || viewer.email.toLowerCase() === link.email.toLowerCase() || (await handler.concerns?.(db, link, viewer));
  return {
    ...view,
    state,
    ...(await handler.details?.(db, link)),
    ...(!isTheirs && { signedInAs: viewer.email }),
    ...(viewer && isTheirs && { isSignedIn: true as const }),
  };
}

/** Marks a link as used and executes it, or does neither. Throws `link_invalid`, `link_expired` or `link_used`. */
export async function followLink(
  db: Database,
  handlers: LinkHandlers,
  token: string,
  clock: Clock,
  visitor: Visitor,
): Promise<LinkResult> {
  const link = await findLink(db, hashToken(token));
  if (!link) throw new ApiError('link_invalid');
  return db.transaction().execute((trx) => executeLink(trx, handlers, link, clock, visitor));
}

/** Does the same by the id of a link, in the caller's transaction, for a visitor who has proven possession of its email. */
export async function followKnownLink(
  trx: Transaction<DB>,
  handlers: LinkHandlers,
  id: number,
  clock: Clock,
  visitor: Visitor,
): Promise<LinkResult> {
  const link = await findLinkById(trx, id);
  if (!link) throw new ApiError('link_invalid');
  return executeLink(trx, handlers, link, clock, visitor);
}

async function executeLink(
  trx: Transaction<DB>,
  handlers: LinkHandlers,
  link: MagicLink,
  clock: Clock,
  visitor: Visitor,
): Promise<LinkResult> {
  if (!(await spendLink(trx, link.id, clock()))) {
    throw new ApiError(link.expiresAt <= clock() && !link.usedAt ? 'link_expired' : 'link_used');
  }
  const handler = handlers[link.purpose];
  if (!visitor.refuses) return handler.execute(trx, link, visitor);
  if (!handler.refuse) throw new ApiError('link_invalid');
  await handler.refuse(trx, link);
  return {};
}
