import type { MemberRole } from '../../../contract/teams/roles.ts';

/** Everybody whom a team knows or has known, by the name of the test fixture, and what they then receive of the mail of its handle. */
export interface Receiver {
  who: string;
  /** The place in the team; absent for somebody who has none. */
  place?: { role: MemberRole; mail: boolean };
  /**
   * `copy`: asks for the copy that the owner has granted. `everything`: tries every call that changes something at the handle, with an address of their own
   * in place of each address, alone and with an accomplice, and opens every link that is mailed to them.
   */
  tries: 'copy' | 'everything';
  receives: boolean;
}

/** The column of the matrix of calls that says who receives mail. The owner always does. */
export const RECEIVERS: readonly Receiver[] = [
  { who: 'a manager with the mail', place: { role: 'manager', mail: true }, tries: 'copy', receives: true },
  { who: 'an editor with the mail', place: { role: 'editor', mail: true }, tries: 'copy', receives: true },
  { who: 'a manager without the mail', place: { role: 'manager', mail: false }, tries: 'everything', receives: false },
  { who: 'an editor without the mail', place: { role: 'editor', mail: false }, tries: 'everything', receives: false },
  { who: 'a removed manager', tries: 'everything', receives: false },
  { who: 'a former owner', tries: 'everything', receives: false },
];
