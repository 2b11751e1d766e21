import { isIPv4 } from 'node:net';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { wireCode } from '../../../contract/errors.ts';
import { MINUTE } from '../../../contract/time.ts';
import type { ApiError } from '../http/api-error.ts';
import { counter } from '../metrics/registry.ts';

/** Stable names for searches and alerts. docs/operate.md explains each of them. */
export type SecurityEvent =
  | 'security.sign_in_requested'
  | 'security.sign_in_succeeded'
  | 'security.sign_in_failed'
  | 'security.sign_in_confirmed'
  | 'security.sign_out'
  | 'security.sessions_ended'
  | 'security.email_change_requested'
  | 'security.email_changed'
  | 'security.email_change_undone'
  | 'security.passkey_added'
  | 'security.passkey_removed'
  | 'security.passkey_refused'
  | 'security.app_password_added'
  | 'security.app_password_revoked'
  | 'security.member_invited'
  | 'security.member_joined'
  | 'security.member_role_changed'
  | 'security.member_removed'
  | 'security.transfer_offered'
  | 'security.transfer_accepted'
  | 'security.handle_given_up'
  | 'security.dev_sign_in'
  | 'security.origin_refused'
  | 'security.host_refused'
  | 'security.local_only_refused'
  | 'security.access_denied'
  | 'security.admin_denied'
  | 'security.rate_limited'
  | 'security.webhook_refused';

/** Additional fields of a line: ids and codes, never an address, a token or a name. */
type Fields = {
  account?: number | undefined;
  code?: string;
  purpose?: string;
  knownDevice?: boolean;
  /** The way in which a session began. */
  by?: string;
};

const events = counter('nameplate_security_events_total', 'Lines of the security log', ['event']);
const signIns = counter('nameplate_sign_ins_total', 'Sessions that began', ['by']);

/** Logs and counts a security event, with the network of the client instead of its address (/24, or /48 for IPv6). */
export function logSecurity(request: FastifyRequest, event: SecurityEvent, fields: Fields = {}): void {
  const account = fields.account ?? request.account?.id;
  const name = event.slice('security.'.length);
  events.inc({ event: name });
  if (event === 'security.sign_in_succeeded') signIns.inc({ by: fields.by ?? 'unknown' });
  request.log.info(
    { event, network: loggedNetwork(request.ip), ...fields, ...(account && { account }) },
    name.replaceAll('_', ' '),
  );
}

/** Returns the network of an IP address: the first 24 bits of IPv4, the first 48 of IPv6. */
export function loggedNetwork(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
  const [head = ''] = plain.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  return `${[...groups, '0', '0', '0'].slice(0, 3).join(':')}::/48`;
}

/** Logs and counts that requests of a network are refused before they reach the framework. */
export function logLimitedNetwork(log: Pick<FastifyBaseLogger, 'info'>, network: string): void {
  const event: SecurityEvent = 'security.rate_limited';
  events.inc({ event: 'rate_limited' });
  log.info({ event, network: loggedNetwork(network), code: 'too_many_requests' }, 'rate limited');
}

const MAX_NETWORKS = 10_000;

/**
 * Returns a function that logs rejected requests by their error code. A network over a limit is logged once a minute, so that
 * a flood of requests does not flood the log.
 */
export function createRejectionLog(): (request: FastifyRequest, failure: ApiError) => void {
  const silent = new LRUCache<string, true>({ max: MAX_NETWORKS, ttl: MINUTE });
  return (request, { code, status }) => {
    const event = eventOf(code, status, request.routeOptions.url ?? '');
    if (!event) return;
    if (event === 'security.rate_limited') {
      const key = `${code} ${loggedNetwork(request.ip)}`;
      if (silent.has(key)) return;
      silent.set(key, true);
    }
    logSecurity(request, event, { code: wireCode(code) });
  };
}

function eventOf(code: ApiError['code'], status: number, route: string): SecurityEvent | undefined {
  if (code === 'wrong_origin') return 'security.origin_refused';
  if (code === 'misdirected') return 'security.host_refused';
  if (code === 'webhook_refused') return 'security.webhook_refused';
  if (code === 'account_suspended' || code.startsWith('sign_in_code_')) return 'security.sign_in_failed';
  if (code === 'passkey_refused' || code === 'passkey_unknown') return 'security.passkey_refused';
  if ((code === 'forbidden' || code === 'role_required') && route.startsWith('/api/admin/'))
    return 'security.admin_denied';
  if (status === 403) return 'security.access_denied';
  return status === 429 ? 'security.rate_limited' : undefined;
}
