import type { Transaction } from 'kysely';
import type { LinkView } from '../../contract/documents.ts';
import type { DB, LinkPurpose } from '../../db/schema.ts';
import { createToken, hashToken } from '../platform/crypto/secrets.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { deleteLinksBefore, endLinksOf, findLink, insertLink, type MailedLink, useLink } from './store.ts';

const MINUTE = 60_000;

/** How long a link of each purpose holds, in milliseconds. */
const LINK_LIFE: Record<LinkPurpose, number> = {
  'sign-in': 10 * MINUTE,
  claim: 10 * MINUTE,
  'verify-forwarding': 24 * 60 * MINUTE,
  'delete-account': 24 * 60 * MINUTE,
};

/** The account that is signed in in the browser that opens a link. */
export interface Viewer {
  id: number;
  email: string;
}

/** What a purpose adds to a link: whether it still makes sense, and what its button does. */
export interface LinkHandler {
  /** A reason why a link that holds can't be used any more, or null. */
  objection(db: Queryable, link: MailedLink): Promise<LinkView['state'] | null>;
  /** What else the page shows of a link that is ready or used; also a state that says more than these two. */
  details?(db: Queryable, link: MailedLink): Promise<Partial<Pick<LinkView, 'state' | 'leaving' | 'takesOver'>>>;
  /** Whether the link is the business of an account that it was not sent to. */
  concerns?(db: Queryable, link: MailedLink, account: Viewer): Promise<boolean>;
  /** Does it, in the transaction that marks the link as used; answers where the person goes next. */
  act(trx: Transaction<DB>, link: MailedLink, visitor: Visitor): Promise<LinkResult>;
}

/** Who presses the button. */
export interface Visitor {
  /** Undefined where networks are not limited. */
  network: string | undefined;
}

export interface LinkResult {
  /** Absent: back to the page of the link, which says that it is done. */
  goTo?: string;
  /** The account that the button signs in, where it does. */
  signIn?: number;
}

export type LinkHandlers = Record<LinkPurpose, LinkHandler>;

/** Makes a link and keeps only its hash. Answers the token for the mail. */
export async function issueLink(
  db: Queryable,
  now: Date,
  link: { purpose: LinkPurpose; email: string; handle?: string | undefined; forwardingId?: number | undefined },
): Promise<string> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + LINK_LIFE[link.purpose]);
  await insertLink(db, { ...link, tokenHash: hashToken(token), expiresAt });
  return token;
}

/**
 * What the page behind a link shows, also to somebody who is signed in to an account that it has nothing to do with.
 * Reading uses nothing up: mail scanners follow links.
 */
export async function viewLink(
  db: Database,
  acts: LinkHandlers,
  token: string,
  { now, viewer }: { now: Date; viewer?: Viewer | null | undefined },
): Promise<LinkView> {
  const link = await findLink(db, hashToken(token));
  if (!link) return { purpose: 'sign-in', state: 'invalid' };
  const act = acts[link.purpose];
  const view = { purpose: link.purpose, email: link.email, ...(link.handle !== null && { handle: link.handle }) };
  if (!link.usedAt && link.expiresAt <= now) return { ...view, state: 'expired' };
  const state = link.usedAt ? 'used' : ((await act.objection(db, link)) ?? 'ready');
  const isTheirs =
    !viewer || viewer.email.toLowerCase() === link.email.toLowerCase() || (await act.concerns?.(db, link, viewer));
  return { ...view, state, ...(await act.details?.(db, link)), ...(!isTheirs && { signedInAs: viewer.email }) };
}

/** The button: marks the link as used and does what it is for, both or neither. Throws link_* failures. */
export async function followLink(
  db: Database,
  acts: LinkHandlers,
  token: string,
  clock: Clock,
  visitor: Visitor,
): Promise<LinkResult> {
  const link = await findLink(db, hashToken(token));
  if (!link) throw new ApiError('link_invalid');
  return db.transaction().execute(async (trx) => {
    if (!(await useLink(trx, link.id, clock()))) {
      throw new ApiError(link.expiresAt <= clock() && !link.usedAt ? 'link_expired' : 'link_used');
    }
    return acts[link.purpose].act(trx, link, visitor);
  });
}

/** Every link that acts on the account of this address, and was not used yet, is void from now on. */
export async function revokeLinks(db: Queryable, email: string, now: Date): Promise<void> {
  await endLinksOf(db, email, now);
}

/** Forgets links a week after they ended: until then their page can still say what became of them. */
export async function deleteOldLinks(db: Queryable, now: Date): Promise<void> {
  await deleteLinksBefore(db, new Date(now.getTime() - 7 * 24 * 60 * MINUTE));
}
