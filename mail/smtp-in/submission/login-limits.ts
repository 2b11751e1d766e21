import { createHmac, hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../host/runtime.ts';
import type { SharedCounters } from '../../host/shared-state.ts';
import { SmtpReplyError } from '../../message/smtp-reply-error.ts';
import { DAY_SECONDS, MINUTE_SECONDS } from '../../message/time.ts';
import type { Settings } from '../../options.ts';
import { neighbourhoodOf } from '../checks/client-network.ts';
import type { Credentials } from './sasl.ts';

/** Length of the window, in seconds, in which failed sign-ins are counted, and of the block that follows. */
const WINDOW = 10 * MINUTE_SECONDS;

/** Maximum number of keys of each kind in memory; above it, the oldest keys are dropped. */
const MAX_KEYS = 10_000;

/** Seconds for which a successful login exempts its user from a block of the network. */
const REMEMBERED = 30 * DAY_SECONDS;

/** The value of every key: only its presence counts. */
const PRESENT = true;

export interface LoginLimitsOptions {
  settings: Pick<Settings, 'limits' | 'networkLimits'>;
  counters: SharedCounters;
  clock: Clock;
}

/**
 * Limits failed sign-ins without locking owners out. Blocks apply to a network, or to one user name in one network,
 * never to a user name everywhere: failures elsewhere do not affect its owner. A user who has logged in from a network
 * before is exempt from its block, because a provider's servers, and the users behind one address, share a network.
 * Passwords have at least 128 random bits, so these limits save work rather than secrets.
 */
export class LoginLimits {
  readonly #options: LoginLimitsOptions;
  readonly #blocked: LRUCache<string, typeof PRESENT>;
  readonly #succeeded: LRUCache<string, typeof PRESENT>;
  readonly #failed: LRUCache<string, typeof PRESENT>;
  /** Wrong passwords are kept only as a MAC, and only in this process. */
  readonly #secret = randomBytes(32);

  constructor(options: LoginLimitsOptions) {
    this.#options = options;
    this.#blocked = keysFor(WINDOW, options.clock);
    this.#succeeded = keysFor(REMEMBERED, options.clock);
    this.#failed = keysFor(WINDOW, options.clock);
  }

  /** Returns the reply that rejects a login before its password is checked, or null. */
  checkAttempt({ user }: Credentials, client: string): SmtpReplyError | null {
    const { network, login } = keysOf(user, client);
    const isBlocked = this.#blocked.has(login) || (this.#blocked.has(network) && !this.#succeeded.has(login));
    if (!isBlocked) return null;
    return new SmtpReplyError(
      421,
      '4.7.0',
      `Too many failed sign-ins from your network, please try again in ${WINDOW / MINUTE_SECONDS} minutes`,
    );
  }

  /** Exempts the user from a block of this network. */
  countSuccess({ user }: Credentials, client: string): void {
    this.#succeeded.set(keysOf(user, client).login, PRESENT);
  }

  /** Counts a failed login. `blocks`: the failure caused a block. `delay`: the delay of the reply in milliseconds. */
  countFailure({ user, password }: Credentials, client: string): { blocks: boolean; delay: number } {
    const { limits, networkLimits } = this.#options.settings;
    const { network, login } = keysOf(user, client);
    const attempt = createHmac('sha256', this.#secret).update(`${login}\0${password}`).digest('base64url');
    // A device that repeats one wrong password is not an attack on its user.
    const isRepeated = this.#failed.has(attempt);
    this.#failed.set(attempt, PRESENT);
    const blocksNetwork = networkLimits && this.#exceeds(network, limits.failedLoginsPerNetwork);
    const blocksLogin = networkLimits && !isRepeated && this.#exceeds(login, limits.failedLoginsPerUser);
    const { failedLoginDelay, slowFailedLoginDelay, failedLoginsPerMinute } = limits;
    const isFlood = !this.#options.counters.take('failed sign-ins', failedLoginsPerMinute, MINUTE_SECONDS);
    return { blocks: blocksNetwork || blocksLogin, delay: isFlood ? slowFailedLoginDelay : failedLoginDelay };
  }

  /** Counts a failure under `key` and blocks the key if the count exceeds `max`. Returns whether it does. */
  #exceeds(key: string, max: number): boolean {
    if (this.#options.counters.take(`failed sign-ins ${key}`, max, WINDOW)) return false;
    this.#blocked.set(key, PRESENT);
    return true;
  }
}

/**
 * Returns the keys of the network, and of one user name in it. Hashes the user name, because it may be long, or a
 * password typed by mistake.
 */
function keysOf(user: string, client: string): { network: string; login: string } {
  const network = neighbourhoodOf(client);
  return { network, login: `${network} ${hash('sha256', user.toLowerCase(), 'base64url')}` };
}

/** Creates a set of keys that are remembered for a number of seconds, in the memory of this process. */
function keysFor(seconds: number, clock: Clock): LRUCache<string, typeof PRESENT> {
  const perf = { now: () => clock().getTime() };
  return new LRUCache({ max: MAX_KEYS, ttl: seconds * 1000, ttlResolution: 0, perf });
}
