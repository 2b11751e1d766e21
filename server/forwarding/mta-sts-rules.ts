import { createHash } from 'node:crypto';
import type { Config } from '../plumbing/config.ts';

const A_WEEK = 7 * 24 * 3600;

/**
 * What we ask of who sends to us (RFC 8461 3.2): TLS with a certificate of our mail host. Only asked for, not demanded,
 * while we have none but a self-made certificate.
 */
export function ownPolicy({ mail, tls }: Pick<Config, 'mail' | 'tls'>): string {
  const fields = [
    'version: STSv1',
    `mode: ${tls ? 'enforce' : 'testing'}`,
    `mx: ${mail.hostname}`,
    `max_age: ${A_WEEK}`,
  ];
  return fields.map((field) => `${field}\r\n`).join('');
}

/** The id in the record that announces the policy: another policy, another id. */
export function policyId(config: Pick<Config, 'mail' | 'tls'>): string {
  return createHash('sha256').update(ownPolicy(config)).digest('hex').slice(0, 20);
}

/** The host that serves the policy of a mail domain. */
export function policyHost(mailDomain: string): string {
  return `mta-sts.${mailDomain}`;
}
