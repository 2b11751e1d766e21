import { createHash } from 'node:crypto';
import type { Config } from '../platform/config/config.ts';

const A_WEEK = 7 * 24 * 3600;

/**
 * The policy for servers that send to us (RFC 8461 3.2): TLS with a certificate of our mail host. It is enforced only while
 * they can verify that certificate; with any other they would have to keep their mail.
 */
export function ownPolicy({ mail }: Pick<Config, 'mail'>, isTrusted: boolean): string {
  const fields = [
    'version: STSv1',
    `mode: ${isTrusted ? 'enforce' : 'testing'}`,
    `mx: ${mail.hostname}`,
    `max_age: ${A_WEEK}`,
  ];
  return fields.map((field) => `${field}\r\n`).join('');
}

/** The id in the record that announces the policy: another policy, another id. */
export function policyId(config: Pick<Config, 'mail'>, isTrusted: boolean): string {
  return createHash('sha256').update(ownPolicy(config, isTrusted)).digest('hex').slice(0, 20);
}

/** The host that serves the policy of a mail domain. */
export function policyHost(mailDomain: string): string {
  return `mta-sts.${mailDomain}`;
}
