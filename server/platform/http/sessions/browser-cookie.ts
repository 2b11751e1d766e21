import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';

const LIFE_SECONDS = 10 * 60;
const TOKEN = /^[\w-]{43}$/;

/**
 * Creates a cookie that binds a sign-in to the browser that asked for it: an emailed code and the challenge of a
 * passkey work only in that browser. The cookie does not sign anyone in. The database stores its hash.
 */
export function createBrowserCookie(config: Pick<Config, 'https'>) {
  const name = config.https ? '__Host-nameplate-sign-in' : 'nameplate-sign-in';

  function tokenOf(request: FastifyRequest): string | undefined {
    return request.cookies[name]?.match(TOKEN)?.[0];
  }

  return {
    /**
     * Returns the hash of the browser's cookie. Sets the cookie if it is missing; an existing one stays valid for ten
     * more minutes.
     */
    mark(request: FastifyRequest, reply: FastifyReply): Buffer {
      const token = tokenOf(request) ?? createToken();
      const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: config.https } as const;
      reply.setCookie(name, token, { ...attributes, maxAge: LIFE_SECONDS });
      return hashToken(token);
    },

    /** Returns the hash of the browser's cookie, if it has one. */
    hashOf(request: FastifyRequest): Buffer | undefined {
      const token = tokenOf(request);
      return token === undefined ? undefined : hashToken(token);
    },
  };
}
