import type { FastifyRequest } from 'fastify';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { accountOf, sessionOf } from '../platform/http/sessions/sessions.ts';
import type { PasskeyContext, PasskeyOwner } from './rules.ts';
import { WebauthnError } from './webauthn.ts';

/**
 * Returns the dependencies of the rules of passkeys. Passkeys are made for the host of PUBLIC_URL and work only on its origin.
 */
export function passkeyContext({ db, clock, site }: Pick<App, 'db' | 'clock' | 'site'>): PasskeyContext {
  const { hostname, origin } = new URL(site.origin);
  return { db, clock, site: { rpId: hostname, origins: [origin], name: site.name } };
}

/** Returns the signed-in account and its session. */
export function ownerOf(request: FastifyRequest): PasskeyOwner {
  const { id, email } = accountOf(request);
  return { id, email, sessionId: sessionOf(request).id };
}

/** Runs a check of a passkey. If it fails, the client gets `passkey_refused`, and the log gets the reason. */
export async function refusing<T>(request: FastifyRequest, check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof WebauthnError)) throw error;
    const reason = error.message.slice(0, 200);
    request.log.info({ event: 'passkeys.refused', reason }, 'a passkey was refused');
    throw new ApiError('passkey_refused');
  }
}
