import { createHash } from 'node:crypto';
import { DAY_SECONDS } from '../../contract/time.ts';
import type { Config } from '../platform/config/config.ts';

/**
 * Returns the policy for servers that send to us (RFC 8461 3.2): TLS with a certificate for our mail host. The policy
 * is enforced only if they can verify that certificate, because otherwise they could not deliver any mail.
 */
export function ownPolicy({ mail }: Pick<Config, 'mail'>, isTrusted: boolean): string {
  const fields = [
    'version: STSv1',
    `mode: ${isTrusted ? 'enforce' : 'testing'}`,
    `mx: ${mail.hostname}`,
    `max_age: ${7 * DAY_SECONDS}`,
  ];
  return fields.map((field) => `${field}\r\n`).join('');
}

/** Returns the id for the TXT record that announces the policy. It changes with the policy. */
export function policyId(config: Pick<Config, 'mail'>, isTrusted: boolean): string {
  return createHash('sha256').update(ownPolicy(config, isTrusted)).digest('hex').slice(0, 20);
}

/** Returns the host that serves the policy of a mail domain. */
export function policyHost(mailDomain: string): string {
  return `mta-sts.${mailDomain}`;
}
