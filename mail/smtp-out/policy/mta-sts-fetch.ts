import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { checkServerIdentity } from 'node:tls';
import type { Lookup } from '../dns-lookup.ts';
import { type MtaStsPolicy, parsePolicy } from './mta-sts-policy.ts';
import { classifyAddress } from './reserved-addresses.ts';

/** RFC 8461 3.3 suggests both; a minute is too long for a sender who waits. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

export interface PolicyServer {
  lookup: Lookup;
  allowLocal: boolean;
  /** 443 but in tests. */
  port?: number;
  /** Milliseconds for the whole exchange. */
  timeoutMs?: number;
}

/** Fetches the policy of a domain from its own policy host. Rejects when that has none we could trust. */
export async function fetchPolicy(domain: string, server: PolicyServer): Promise<MtaStsPolicy> {
  const host = `mta-sts.${domain}`;
  const text = await get(host, await publicAddressOf(host, server), server);
  const policy = parsePolicy(text);
  if (!policy) throw new Error(`What https://${host} serves is no policy`);
  return policy;
}

async function publicAddressOf(host: string, { lookup, allowLocal }: PolicyServer): Promise<string> {
  const ipv4 = (await lookup.find(host, 'A')).records;
  const addresses = ipv4.length > 0 ? ipv4 : (await lookup.find(host, 'AAAA')).records;
  // A policy host is a name that a stranger has chosen.
  const address = addresses.find((each) => allowLocal || classifyAddress(each) === 'world');
  if (!address) throw new Error(`${host} has no public address`);
  return address;
}

function get(host: string, address: string, { port = 443, timeoutMs: within = TIMEOUT_MS }: PolicyServer): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      host: address,
      port,
      path: '/.well-known/mta-sts.txt',
      servername: host,
      headers: { host },
      agent: false,
      signal: AbortSignal.timeout(within),
      checkServerIdentity: (name: string, certificate: { raw: Buffer }) =>
        // Alternative names only, never the subject (RFC 8461 3.3).
        new X509Certificate(certificate.raw).checkHost(name, { subject: 'never' })
          ? checkServerIdentity(name, certificate as Parameters<typeof checkServerIdentity>[1])
          : new Error(`The certificate is not for ${name}`),
    };
    const outgoing = request(options, (response) => {
      const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
      // Redirects are not followed, and nothing but plain text is a policy.
      if (response.statusCode !== 200 || type !== 'text/plain') {
        outgoing.destroy(new Error(`${host} answers ${response.statusCode} ${type}`));
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > MAX_BYTES) outgoing.destroy(new Error(`The policy of ${host} is too large`));
      });
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
