import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { SIGN_IN_CODE_ATTEMPTS, SIGN_IN_CODE_DIGITS, SIGN_IN_CODE_GUESSES } from '../../contract/accounts/sign-in.ts';
import { MINUTE } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { followKnownLink, type LinkHandlers, type Visitor } from '../magic-links/rules.ts';
import { deriveKeys } from '../platform/crypto/secrets.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { countAttempt, insertCode, setCode, setCodeExpiry, spendCode, wrongCodesBefore } from './sign-in-code-store.ts';

const LIFE_MS = 10 * MINUTE;

const expiry = (now: Date) => new Date(now.getTime() + LIFE_MS);

/**
 * A code has 20 bits, too few for a plain hash: the database stores a MAC of the code, but not its key. The MAC covers
 * the id of the request, so that equal codes have different MACs.
 */
function macs(secrets: string[], id: number, code: string): Buffer[] {
  return deriveKeys(secrets, 'sign-in code').map((key) => createHmac('sha256', key).update(`${id}\n${code}`).digest());
}

/** Records that this browser asked for a sign-in email. Returns the id of the request. */
export async function requestCode(
  trx: Transaction<DB>,
  request: { email: string; browserHash: Buffer; knownDevice: boolean },
  now: Date,
): Promise<number> {
  return insertCode(trx, { ...request, now, expiresAt: expiry(now) });
}

/** Restarts the validity of a request when its email is composed, whether or not the address has an account. */
export async function startCode(db: Queryable, id: number, now: Date): Promise<void> {
  await setCodeExpiry(db, id, expiry(now));
}

/**
 * Creates the code of a request for the email that carries this link. Returns null, so that only the link is sent, if
 * too many wrong codes were tried for the address. Responses do not show that.
 */
export async function issueCode(
  db: Queryable,
  secrets: string[],
  id: number,
  link: { id: number; expiresAt: Date },
  now: Date,
): Promise<string | null> {
  if ((await wrongCodesBefore(db, id, now)) + SIGN_IN_CODE_ATTEMPTS > SIGN_IN_CODE_GUESSES) return null;
  const code = String(randomInt(10 ** SIGN_IN_CODE_DIGITS)).padStart(SIGN_IN_CODE_DIGITS, '0');
  const [mac] = macs(secrets, id, code);
  if (!mac) throw new Error('There is no secret key');
  await setCode(db, id, { linkId: link.id, mac, expiresAt: link.expiresAt });
  return code;
}

/**
 * Spends the code of a sign-in email, and its link, in the browser that asked for them. Returns the account, and whether it
 * was reopened. Throws `sign_in_code_wrong`, or `sign_in_code_spent` if no request of this browser for the address is open.
 */
export async function accountOfCode(
  { db, clock, secrets, handlers }: { db: Database; clock: Clock; secrets: string[]; handlers: LinkHandlers },
  attempt: { email: string; code: string; browserHash: Buffer | undefined },
  visitor: Visitor,
): Promise<{ id: number; restored?: true }> {
  const { email, code, browserHash } = attempt;
  const open = browserHash ? await countAttempt(db, { email, browserHash, now: clock() }) : [];
  if (open.length === 0) throw new ApiError('sign_in_code_spent');
  const right = open.filter(
    ({ id, code_mac: mac }) => mac && macs(secrets, id, code).some((own) => isSame(own, mac)),
  )[0];
  if (!right || right.link_id === null) throw new ApiError('sign_in_code_wrong');
  const { id, link_id: linkId } = right;
  return db.transaction().execute(async (trx) => {
    if (!(await spendCode(trx, id, clock()))) throw new ApiError('sign_in_code_spent');
    const result = await followKnownLink(trx, handlers, linkId, clock, visitor).catch((error: unknown) => {
      const isOver = error instanceof ApiError && error.code.startsWith('link_');
      throw isOver ? new ApiError('sign_in_code_spent') : error;
    });
    if (result.signIn === undefined) throw new ApiError('sign_in_code_spent');
    return { id: result.signIn, ...(result.restored && { restored: true }) };
  });
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
