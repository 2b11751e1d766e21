import { spf } from 'mailauth/lib/spf/index.js';
import { formatAuthHeaderRow } from 'mailauth/lib/tools.js';
import { asciiDomain, splitAddress } from '../message/address.ts';
import type { AuthenticationVerdicts, AuthResult } from '../message/authentication-result.ts';
import type { DnsDeadline } from './dns-deadline.ts';

export interface Client {
  address: string;
  helo: string;
}

export interface SpfFinding {
  verdict: AuthenticationVerdicts['spf'];
  /** For Authentication-Results; names the domain alone. */
  info: string;
}

/** Milliseconds that a finding holds for the same client and domain; less than the DNS's answers are kept for. */
const KEPT = 60_000;
const MOST = 10_000;
/** A record with these macros may say something else to every mailbox of its domain (RFC 7208 7.2). */
const BY_MAILBOX = /%\{[ls]/i;

/**
 * Answers what checks whether a client may send for the domain of MAIL FROM (RFC 7208); for the null sender, for the
 * name in its greeting. Who sends much is evaluated once a minute.
 */
export function createSpf(hostname: string, now: () => number = () => performance.now()) {
  const kept = new Map<string, { finding: SpfFinding; until: number }>();

  return async function checkSpf(client: Client, sender: string, questions: DnsDeadline): Promise<SpfFinding> {
    const helo = client.helo.startsWith('[') ? client.helo : asciiDomain(client.helo);
    const domain = sender ? (splitAddress(sender)?.domain.toLowerCase() ?? '') : helo;
    const name = `${client.address} ${helo} ${domain} ${sender === ''}`;
    const known = kept.get(name);
    if (known && known.until > now()) return known.finding;

    let holds = true;
    const { status } = await spf({
      ip: client.address,
      helo,
      sender: sender || `postmaster@${helo}`,
      mta: hostname,
      resolver: (async (queried: string, type: string) => {
        const answer = await questions.resolve(queried, type);
        if (type === 'TXT' && BY_MAILBOX.test(JSON.stringify(answer))) holds = false;
        return answer;
      }) as never,
    });
    const result = status.result as AuthResult;
    const info = formatAuthHeaderRow('spf', { result, smtp: sender ? { mailfrom: domain } : { helo } });
    const finding: SpfFinding = { verdict: { result, domain }, info };
    if (holds && result !== 'temperror') keep(name, finding);
    return finding;
  };

  function keep(name: string, finding: SpfFinding): void {
    kept.delete(name);
    kept.set(name, { finding, until: now() + KEPT });
    if (kept.size > MOST) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
  }
}
