import { spf } from 'mailauth/lib/spf/index.js';
import { formatAuthHeaderRow } from 'mailauth/lib/tools.js';
import { asciiDomain, splitAddress } from '../address.ts';
import type { AuthResult, Verdicts } from '../ports.ts';
import type { Questions } from './patience.ts';

export interface Client {
  address: string;
  helo: string;
}

/**
 * Whether the client may send for the domain of MAIL FROM (RFC 7208); for the null sender, for the name in its
 * greeting. `info` is for Authentication-Results and names the domain alone.
 */
export async function checkSpf(
  client: Client,
  sender: string,
  hostname: string,
  questions: Questions,
): Promise<{ verdict: Verdicts['spf']; info: string }> {
  const helo = client.helo.startsWith('[') ? client.helo : asciiDomain(client.helo);
  const { status } = await spf({
    ip: client.address,
    helo,
    sender: sender || `postmaster@${helo}`,
    mta: hostname,
    resolver: questions.resolve as never,
  });
  const result = status.result as AuthResult;
  const domain = sender ? (splitAddress(sender)?.domain.toLowerCase() ?? '') : helo;
  const info = formatAuthHeaderRow('spf', { result, smtp: sender ? { mailfrom: domain } : { helo } });
  return { verdict: { result, domain }, info };
}
