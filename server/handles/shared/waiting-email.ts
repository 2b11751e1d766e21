/** Emails about claims that wait for a decision. */
export type WaitingEmail =
  | { kind: 'claims-waiting'; to: string; count: number }
  /** The invitation leads to the payment; without one, the handle has been given. */
  | { kind: 'claim-approved'; to: string; handle: string; invitation?: number }
  | { kind: 'claim-refused'; to: string; handle: string; reason: string }
  | { kind: 'claim-undecided'; to: string; handle: string };
