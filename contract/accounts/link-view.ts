import type { MemberRole } from '../roles.ts';
import type { PaidHandle } from './accounts.ts';

/** State of a magic link. GET does not use up the link; the button does (POST to the same address, empty body). */
export interface LinkView {
  purpose:
    | 'sign-in'
    | 'claim'
    | 'verify-forwarding'
    | 'verify-member-inbox'
    | 'delete-account'
    | 'join-team'
    | 'confirm-email-change'
    | 'confirm-new-email'
    | 'undo-email-change';
  state:
    | 'ready'
    | 'used'
    | 'expired'
    | 'invalid'
    | 'handle-gone'
    | 'inbox-full'
    | 'closed'
    | 'half-confirmed'
    | 'changed'
    | 'stopped'
    | 'restored'
    | 'address-taken'
    | 'withdrawn'
    | 'joined'
    | 'waiting';
  /** The account or inbox to which the link was sent; absent if the link is invalid. */
  email?: string;
  handle?: string;
  /** True if an administrator decides about the claim. */
  asksFirst?: true;
  /** True if the inbox is a second inbox, which receives mail only while the first inbox defers it. */
  takesOver?: true;
  /**
   * Effect of an account deletion: the number of handles, the handles with members, the paid handles, and the day (ISO)
   * on which all data is erased.
   */
  deletion?: { handles: number; teamHandles?: string[]; paidHandles?: PaidHandle[]; erasedOn: string };
  /**
   * A change of the sign-in address. `isConfirmed`: the old address need not confirm, because a passkey did. `waitsFor`: whose
   * confirmation is missing.
   */
  emailChange?: { from: string; to: string; isConfirmed: boolean; waitsFor?: 'old' | 'new' };
  /** The person who sent the invitation to the team of `handle`, and the role that the invitation gives. */
  invitation?: { invitedBy: string; role: MemberRole };
  /** Address of the account signed in with this browser, if it differs from `email`. */
  signedInAs?: string;
  /** True if this browser is signed in as the account that the link concerns. */
  isSignedIn?: true;
}
