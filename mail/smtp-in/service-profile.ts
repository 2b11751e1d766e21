import type { SecureVersion } from 'node:tls';
import type { SmtpService } from '../host/smtp-observer.ts';
import type { SubmissionPolicy } from '../host/submission-policy.ts';
import type { Accept } from '../transaction.ts';
import { TransferPolicy } from './checks/envelope-checks.ts';
import type { EnvelopePolicy } from './checks/envelope-policy.ts';
import { RateLimiter } from './checks/rate-limits.ts';
import type { SmtpServerContext, TransferContext } from './context.ts';
import { Authenticator } from './submission/authenticator.ts';
import { SubmissionChecks } from './submission/submission-checks.ts';

/**
 * Only ciphers with forward secrecy and authenticated encryption (RFC 9325 4.2). Every supported mail program has at
 * least one of them.
 */
const SUBMISSION_CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];

/** The differences between mail transfer (RFC 5321) and message submission (RFC 6409). */
export interface ServiceProfile {
  service: SmtpService;
  policy: EnvelopePolicy;
  accept: Accept;
  /** Replies to AUTH, which a client must use before MAIL, inside TLS. Null for a service without AUTH. */
  authenticator: Authenticator | null;
  minTlsVersion: SecureVersion;
  /** Cipher suites in OpenSSL's notation; Node's defaults if undefined. */
  ciphers: string | undefined;
}

/** Accepts mail from every server, but only for our own addresses. */
export function transferProfile(context: TransferContext, accept: Accept): ServiceProfile {
  const { settings, counters } = context;
  const limiter = new RateLimiter(settings.limits, settings.networkLimits, counters);
  // Old servers would fall back to plaintext.
  return {
    service: 'transfer',
    policy: new TransferPolicy(context, limiter),
    accept,
    authenticator: null,
    minTlsVersion: 'TLSv1',
    ciphers: undefined,
  };
}

/** Accepts mail for every address, but only from authenticated clients. */
export function submissionProfile(
  context: SmtpServerContext,
  submission: SubmissionPolicy,
  accept: Accept,
): ServiceProfile {
  return {
    service: 'submission',
    policy: new SubmissionChecks(context, submission),
    accept,
    authenticator: new Authenticator(context, submission),
    // RFC 8314 4.1; RFC 8996.
    minTlsVersion: 'TLSv1.2',
    ciphers: SUBMISSION_CIPHERS.join(':'),
  };
}
