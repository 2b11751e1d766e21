import type { Right } from '../../../contract/roles.ts';

/**
 * The access that a route requires. `owner` requires the resource to belong to the account; `signed` requires a signature only;
 * `counted` sends everybody the same response; `form` is a plain form of a public page.
 */
export type Access = 'public' | 'signed in' | 'owner' | 'admin' | 'signed' | 'counted' | 'form' | 'local mode';

/** The resources of one owner that calls can refer to. */
export interface OwnedResources {
  handle: string;
  handleId: number;
  forwardingId: number;
  /** An email to the handle. */
  flightId: string;
  /** A session of the owner that the requests do not use. */
  sessionId: number;
  passkeyId: number;
  appPasswordId: number;
  contactId: number;
  /** Somebody on the email list of the page. */
  subscriberId: string;
  /** A member of the handle, and somebody who is invited. */
  memberId: number;
  invitedId: number;
  /** An invitation to another handle, and another handle that is offered. */
  invitationId: number;
  offerId: number;
  /** A decision about the page of the handle, which can be appealed. */
  decisionId: number;
  /** A recipient to whom the handle does not send. */
  suppressed: string;
  /** Upload addresses that files were sent to. */
  avatarUrl: string;
  bannerUrl: string;
  pictureUrl: string;
}

/**
 * A route of something with an owner also states which right it requires from a member of the team of a handle; `account`
 * is for things that belong to the account of the owner and to no team.
 */
export type RouteAccess = Call & ({ who: Exclude<Access, 'owner'> } | { who: 'owner'; right: Right | 'account' });

interface Call {
  /** The parameters of the path. */
  at?: (owned: OwnedResources) => Record<string, string | number>;
  /** A query without which the route refuses the request. */
  query?: (owned: OwnedResources) => string;
  /** A body that the route accepts. */
  body?: (owned: OwnedResources) => object;
  /** A body for which the route requires the right `mail`, whatever `right` is. */
  withMail?: (owned: OwnedResources) => object;
  /** A body for which the route requires the right `own`. */
  own?: (owned: OwnedResources) => object;
  /** The route requires a recent sign-in, for every request or for bodies with one of these fields. */
  recent?: true | string;
  /** The route is for members: the owner of the handle gets 404. */
  isMembersOnly?: true;
  /** The route requires a payment, so other tests cover its success. */
  isPaid?: true;
  /** The route requires the mail server, so other tests cover its success. */
  needsMail?: true;
  /** The route requires a mailed code or an authenticator, so other tests cover its success. */
  needsProof?: true;
}

/** Access to something with an owner, at the path parameters of `at`; a member of its team needs the right. */
export function owned(right: Right | 'account', at: Call['at'], more: Call = {}): RouteAccess {
  return { who: 'owner', right, ...(at && { at }), ...more };
}
