import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '../../../../contract/time.ts';
import type { Config } from '../../config/config.ts';
import { deriveKeys } from '../../crypto/secrets.ts';

/** The maximum that browsers allow; every sign-in renews it. */
const LIFE_SECONDS = 400 * DAY_SECONDS;
/** Accounts remembered for one browser; the least recently used one is dropped first. */
const MAX_ACCOUNTS = 5;
const DEVICE_LENGTH = 16;
const ENTRY = /^[\w-]{38}$/;

/**
 * Creates a cookie that outlives sign-out. It does not sign in, but only distinguishes this browser's requests for a
 * sign-in email from those of strangers. Each entry is a random device id with a MAC over the id and the account's
 * address: it reveals no account, and checking it needs no database.
 */
export function createDeviceCookies(config: Pick<Config, 'https'>, secrets: string[]) {
  const name = config.https ? '__Host-nameplate-device' : 'nameplate-device';
  const keys = deriveKeys(secrets, 'device');
  const macs = (device: string, email: string) =>
    keys.map((key) => {
      const mac = createHmac('sha256', key).update(`${device}\n${email.toLowerCase()}`).digest();
      return mac.subarray(0, 16).toString('base64url');
    });

  function entries(request: FastifyRequest): string[] {
    const value = request.cookies[name];
    return value === undefined || value.length > 400 ? [] : value.split('.').filter((entry) => ENTRY.test(entry));
  }

  /** Returns the device id of an entry that was issued for this address, else undefined. Every key is tried. */
  function deviceIn(entry: string, email: string): string | undefined {
    const device = entry.slice(0, DEVICE_LENGTH);
    const given = Buffer.from(entry.slice(DEVICE_LENGTH));
    const matches = macs(device, email).filter((own) => timingSafeEqual(Buffer.from(own), given));
    return matches.length > 0 ? device : undefined;
  }

  return {
    /** The name of the cookie. */
    name,

    /** Returns the id of this browser if it has signed in to the account of this address before; else undefined. */
    deviceOf(request: FastifyRequest, email: string): string | undefined {
      return entries(request).flatMap((entry) => deviceIn(entry, email) ?? [])[0];
    },

    /** Records that this browser has signed in to the account of this address, in addition to earlier accounts. */
    remember(request: FastifyRequest, reply: FastifyReply, email: string): void {
      const known = entries(request);
      const device = known.flatMap((entry) => deviceIn(entry, email) ?? [])[0] ?? randomBytes(12).toString('base64url');
      const others = known.filter((entry) => deviceIn(entry, email) === undefined);
      const entry = `${device}${macs(device, email)[0]}`;
      reply.setCookie(name, [entry, ...others].slice(0, MAX_ACCOUNTS).join('.'), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: config.https,
        maxAge: LIFE_SECONDS,
      });
    },
  };
}
