import { setTimeout as sleep } from 'node:timers/promises';
import type { SubmissionPolicy, Submitter } from '../../host/submission-policy.ts';
import { asciiDomain, isDotAtom, splitAddress } from '../../message/address.ts';
import { neighbourhoodOf } from '../checks/client-network.ts';
import type { SmtpServerContext } from '../context.ts';
import { type Reply, replyOf } from '../reply.ts';
import type { Session } from '../session.ts';
import { LoginLimits } from './login-limits.ts';
import {
  type Credentials,
  challengeOf,
  MalformedResponse,
  MECHANISMS,
  respond,
  type SaslExchange,
  startExchange,
} from './sasl.ts';

/** Commands that are available before TLS (RFC 3207 4). */
const BEFORE_TLS = new Set(['EHLO', 'NOOP', 'STARTTLS', 'QUIT']);

/** Further commands that are available before AUTH (RFC 4954 6). */
const BEFORE_AUTH = new Set([...BEFORE_TLS, 'HELO', 'AUTH', 'RSET']);

const TLS_REQUIRED: Reply = { code: 530, text: '5.7.0 Must issue a STARTTLS command first' };
const TLS_REQUIRED_FOR_AUTH: Reply = {
  code: 538,
  text: '5.7.11 Encryption required: must issue a STARTTLS command first. Set STARTTLS or SSL/TLS in your mail program',
};
const AUTH_REQUIRED: Reply = {
  code: 530,
  text: '5.7.0 Authentication required: set a user name and an app password in your mail program',
};
const WRONG_CREDENTIALS: Reply = {
  code: 535,
  text:
    '5.7.8 Wrong user name or password: use the full address of your handle, and an app password that you create on the ' +
    'email screen of the handle',
};
const UNAVAILABLE: Reply = { code: 454, text: '4.7.0 Temporary authentication failure, please try again' };

/**
 * Authenticates the clients of message submission (RFC 4954) with PLAIN (RFC 4616) and LOGIN. Passwords and the lines of an
 * exchange are never logged.
 */
export class Authenticator {
  /** The EHLO keyword with its mechanisms. */
  readonly extension = `AUTH ${MECHANISMS.join(' ')}`;
  readonly #context: SmtpServerContext;
  readonly #submission: SubmissionPolicy;
  readonly #limits: LoginLimits;

  constructor(context: SmtpServerContext, submission: SubmissionPolicy) {
    this.#context = context;
    this.#submission = submission;
    this.#limits = new LoginLimits(context);
  }

  /** Returns the reply to a command that requires TLS or a login first, or null. */
  findMissingStep(verb: string, { isSecure, submitter }: Session): Reply | null {
    if (!isSecure && !BEFORE_TLS.has(verb)) return verb === 'AUTH' ? TLS_REQUIRED_FOR_AUTH : TLS_REQUIRED;
    return submitter || BEFORE_AUTH.has(verb) ? null : AUTH_REQUIRED;
  }

  /** Replies to AUTH. */
  async start(parameters: string[], session: Session): Promise<Reply> {
    const [mechanism, initialResponse, ...more] = parameters;
    if (!session.isExtended) return { code: 503, text: '5.5.1 Error: send EHLO first' };
    if (session.submitter) return { code: 503, text: '5.5.1 Error: already authenticated' };
    if (!mechanism || more.length > 0) return { code: 501, text: '5.5.4 Error: syntax: AUTH mechanism [response]' };
    const exchange = startExchange(mechanism);
    if (!exchange) return { code: 504, text: `5.5.4 Unknown mechanism: use ${MECHANISMS.join(' or ')}` };
    if (initialResponse === undefined) return challenge(exchange, session);
    // RFC 4954 4: "=" stands for an empty initial response.
    return this.#advance(exchange, initialResponse === '=' ? '' : initialResponse, session);
  }

  /** Replies to a line of an exchange. */
  async continue(exchange: SaslExchange, line: Buffer, session: Session): Promise<Reply> {
    session.exchange = null;
    const response = line.toString('latin1');
    if (response === '*') return { code: 501, text: '5.7.0 Authentication cancelled' };
    return this.#advance(exchange, response, session);
  }

  async #advance(exchange: SaslExchange, response: string, session: Session): Promise<Reply> {
    let next: Credentials | SaslExchange;
    try {
      next = respond(exchange, response);
    } catch (error) {
      if (error instanceof MalformedResponse) return { code: 501, text: `5.5.2 ${error.message}` };
      throw error;
    }
    return 'mechanism' in next ? challenge(next, session) : this.#logIn(next, session);
  }

  async #logIn(credentials: Credentials, session: Session): Promise<Reply> {
    const { clientAddress } = session;
    const blocked = this.#limits.checkAttempt(credentials, clientAddress);
    if (blocked) return replyOf(blocked);
    let submitter: Submitter | null;
    try {
      submitter = await this.#submission.authenticate(credentials.user, credentials.password, clientAddress);
    } catch (error) {
      this.#context.log.error(
        { event: 'mail.submission.auth_unavailable', err: error },
        'a sign-in could not be checked',
      );
      return UNAVAILABLE;
    }
    if (!submitter) return this.#failLogin(credentials, session);
    this.#limits.countSuccess(credentials, clientAddress);
    session.submitter = submitter;
    return { code: 235, text: '2.7.0 Authentication succeeded' };
  }

  async #failLogin(credentials: Credentials, session: Session): Promise<Reply> {
    const { log, settings } = this.#context;
    const network = neighbourhoodOf(session.clientAddress);
    const user = handleOf(credentials.user, settings.domain);
    const { blocks, delay } = this.#limits.countFailure(credentials, session.clientAddress);
    log.info({ event: 'mail.submission.auth_failed', network, ...(user && { user }) }, 'a sign-in failed');
    if (blocks) log.warn({ event: 'mail.submission.network_blocked', network }, 'sign-ins from a network are blocked');
    session.isDelayed = true;
    await sleep(delay, undefined, { ref: false });
    session.isDelayed = false;
    const isLast = ++session.failedLogins >= settings.limits.maxFailedLogins;
    return { ...WRONG_CREDENTIALS, ...(isLast && { next: 'close' as const }) };
  }
}

function challenge(exchange: SaslExchange, session: Session): Reply {
  session.exchange = exchange;
  return { code: 334, text: Buffer.from(challengeOf(exchange)).toString('base64') };
}

/**
 * Returns the handle for the log if the user name is an address in our domain. Any other user name may be a mistyped
 * password.
 */
function handleOf(user: string, domain: string): string | null {
  const parts = splitAddress(user);
  if (!parts || asciiDomain(parts.domain) !== domain || !isDotAtom(parts.local) || parts.local.length > 64) return null;
  return parts.local.replace(/\+.*/, '').toLowerCase();
}
