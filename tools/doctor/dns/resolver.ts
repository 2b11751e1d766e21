import { areOnLoopback } from '../../../mail/smtp-out/dnssec-lookup.ts';
import { type Finding, ok, wrong } from '../finding.ts';
import { type Dns, NoAnswer, textsOf } from './dns.ts';

/** A name that every internet resolver can look up. */
const ELSEWHERE = 'org';

/**
 * Checks that the resolver responds before the records are judged: it must know whether the mail domain or another name has TXT
 * records.
 */
export async function checkResolver(dns: Dns, domain: string, servers: string[]): Promise<Finding> {
  const lookups = await Promise.allSettled([domain, ELSEWHERE].map((name) => textsOf(dns, name)));
  const failures = lookups.flatMap((lookup) => (lookup.status === 'rejected' ? [lookup.reason as Error] : []));
  const where = servers.length > 0 ? `the resolver at ${servers.join(', ')}` : 'the resolver of this machine';
  const [failure] = failures;
  if (failures.length < lookups.length || !failure) return ok(`${where} answers`);
  const code = failure instanceof NoAnswer ? failure.code : failure.message;
  const remedy = areOnLoopback(servers)
    ? 'start it, or correct DNS_SERVERS'
    : 'correct DNS_SERVERS or /etc/resolv.conf';
  return wrong(
    `${where} does not answer (${code}): incoming mail is not verified, outgoing mail waits, and no record could be checked`,
    `${remedy}, then run this again; change no record because of this`,
  );
}

/**
 * Returns the findings of a check of records, or a finding that DNS gave no answer, which does not mean that a record
 * is missing.
 */
export async function unlessUnanswered(check: Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await check].flat();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [
      wrong(
        `DNS gives no answer about ${error.type} of ${error.host} (${error.code}): it is not known what is published there`,
        'check the name servers of that zone and its DNSSEC signatures, then run this again; change no record because of this',
      ),
    ];
  }
}
