import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ShownInvitation } from '../../contract/claims/shown-invitation.ts';
import { formatUtcTime } from '../../contract/dates.ts';
import { pages } from '../../contract/paths.ts';
import type { DB } from '../../db/schema.ts';
import { deriveKeys } from '../platform/crypto/secrets.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { type ClaimInvitation, countUseOf, findInvitation, lockRow } from './shared/claim-invitations-store.ts';

const MAC_BYTES = 16;
const PURPOSE = 'claim invitation';
/** The id of no invitation: that of a code which we did not sign. */
const UNKNOWN = 0;

const macOf = (key: Buffer, id: number) => createHmac('sha256', key).update(String(id)).digest().subarray(0, MAC_BYTES);

/** Returns the code of an invitation. It is signed instead of stored, so that a copy of the database admits nobody. */
export function invitationCode(secrets: string[], id: number): string {
  const [key] = deriveKeys(secrets, PURPOSE);
  if (!key) throw new Error('no secret to sign with');
  return `${id}.${macOf(key, id).toString('base64url')}`;
}

/** Returns the link of an invitation, as a path. */
export function invitationPath(secrets: string[], id: number, handle?: string): string {
  return pages.create(handle, invitationCode(secrets, id));
}

/** Returns the id in a code; undefined without a code, and the id of no invitation if the signature is not ours. */
export function readInvitationCode(secrets: string[], code: string | undefined): number | undefined {
  if (code === undefined) return undefined;
  const [, id = '', mac = ''] = /^([1-9]\d{0,8})\.([\w-]+)$/.exec(code) ?? [];
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== MAC_BYTES) return UNKNOWN;
  const isOurs = deriveKeys(secrets, PURPOSE).some((key) => timingSafeEqual(macOf(key, Number(id)), given));
  return isOurs ? Number(id) : UNKNOWN;
}

const NOT_VALID = 'This invitation is not valid, or it was withdrawn. Please ask for a new one.';

/** Returns why an invitation gives no more handles; null if it does. */
function endOf(invitation: ClaimInvitation | undefined, now: Date): string | null {
  if (!invitation) return NOT_VALID;
  if (invitation.used >= invitation.uses) return 'This invitation has been used already. Please ask for a new one.';
  if (invitation.expires_at > now) return null;
  return `This invitation ended on ${formatUtcTime(invitation.expires_at)}. Please ask for a new one.`;
}

/** Returns why an invitation does not give a handle to the owner of an address; null if it does. */
export function invitationProblem(
  invitation: ClaimInvitation | undefined,
  { handle, email }: { handle: string; email: string },
  now: Date,
): string | null {
  const end = endOf(invitation, now);
  if (end !== null) return end;
  if (invitation?.email && invitation.email.toLowerCase() !== email.toLowerCase()) {
    return 'This invitation is for another address. Please use the one that it was sent to.';
  }
  if (!invitation?.handle || invitation.handle === handle) return null;
  return `This invitation is for the handle ${invitation.handle}. Please claim that one.`;
}

/** Returns what the holder of a link sees of its invitation. */
export async function showInvitation(db: Queryable, id: number | undefined, now: Date): Promise<ShownInvitation> {
  const invitation = await findInvitation(db, id ?? UNKNOWN);
  const reason = endOf(invitation, now);
  const { handle = null, expires_at: until = null } = invitation ?? {};
  return { valid: reason === null, reason, until: until?.toISOString() ?? null, handle };
}

/** Locks an invitation, so that the use that a check has found is still there when it is counted. */
export async function lockInvitation(trx: Transaction<DB>, id: number | undefined): Promise<void> {
  if (id !== undefined) await lockRow(trx, id);
}

/** Uses an invitation once, in the transaction that gives the handle. Throws `claims_invitation` if no use is left. */
export async function spendInvitation(trx: Transaction<DB>, id: number | undefined, now: Date): Promise<void> {
  if (id === undefined || (await countUseOf(trx, id, now))) return;
  const message = endOf(await findInvitation(trx, id), now) ?? NOT_VALID;
  throw new ApiError('claims_invitation', { message });
}
