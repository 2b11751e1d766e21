import type { LinkView } from '../../../contract/accounts/link-view.ts';
import { pages } from '../../../contract/paths.ts';
import type { MemberRole } from '../../../contract/roles.ts';
import { accountOfInvited } from '../../accounts/rules.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import type { LinkHandler } from '../../magic-links/rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { invitationOf, isInUse } from './invitation-link-store.ts';
import { joinTeam } from './invitations-rules.ts';

type Invitation = NonNullable<Awaited<ReturnType<typeof invitationOf>>>;

/**
 * Returns the invitation of a link. The link has the handle and the address, so that its page can explain the state of
 * a withdrawn invitation.
 */
async function invitationOfLink(db: Queryable, { handle, email }: { handle: string | null; email: string }) {
  return handle === null ? undefined : invitationOf(db, handle, email);
}

/** Returns why an invitation cannot be accepted, or null. */
function closedState(invitation: Invitation | undefined, now: Date): LinkView['state'] | null {
  if (!invitation) return 'withdrawn';
  if (invitation.account_id !== null) return 'joined';
  if (!isEntitled(invitation, 'teams')) return 'withdrawn';
  return invitation.expires_at <= now ? 'expired' : null;
}

/**
 * Handles the button of an invitation. The link proves the address, so the account of that address joins, and is
 * created if it does not exist. Only an account that has nothing else is signed in: people forward invitations, and
 * whoever gets one must not get the reader's handles or the rights of an administrator.
 */
export function joinTeamHandler(clock: Clock, adminEmails: string[]): LinkHandler {
  const admins = new Set(adminEmails.map((email) => email.toLowerCase()));
  return {
    async validate(db, link) {
      return closedState(await invitationOfLink(db, link), clock());
    },
    async details(db, link) {
      const invitation = await invitationOfLink(db, link);
      const state = closedState(invitation, clock());
      return {
        ...(state !== null && { state }),
        ...(invitation && {
          invitation: { invitedBy: invitation.invited_by ?? '', role: invitation.role as MemberRole },
        }),
      };
    },
    async execute(trx, link, { accountId: viewer }) {
      const invitation = await invitationOfLink(trx, link);
      if (!invitation) throw new ApiError('not_found');
      const accountId = await accountOfInvited(trx, link.email, clock());
      const { handle } = await joinTeam(trx, accountId, invitation.id, clock());
      const logged = { event: 'security.member_joined', account: accountId } as const;
      if (viewer === accountId) return { logged, goTo: pages.manageHandle(handle) };
      // The page of the link then explains how to continue. A person who has joined in another way, or with another
      // email, signs in as usual.
      if (invitation.account_id !== null) return {};
      if (admins.has(link.email.toLowerCase()) || (await isInUse(trx, accountId, invitation.id))) return { logged };
      return { logged, signIn: accountId, goTo: pages.manageHandle(handle) };
    },
  };
}
