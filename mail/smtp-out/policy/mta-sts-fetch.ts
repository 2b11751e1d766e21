import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { checkServerIdentity, type TLSSocket } from 'node:tls';
import type { Lookup } from '../dns-lookup.ts';
import { type MtaStsPolicy, parsePolicy } from './mta-sts-policy.ts';
import { classifyAddress } from './reserved-addresses.ts';

/** RFC 8461 3.3 suggests one minute and 64 KB. The timeout is shorter because the sending client waits. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

export interface PolicyServer {
  lookup: Lookup;
  allowLocal: boolean;
  /** 443 by default; tests use another port. */
  port?: number;
  /** Timeout of the whole request, in milliseconds. */
  timeoutMs?: number;
}

/** The policy host has a certificate that cannot be verified for its name. */
export class PolicyHostUntrusted extends Error {}

/** Fetches the policy of a domain from its policy host (RFC 8461 3.3). Rejects if there is no valid policy. */
export async function fetchPolicy(domain: string, server: PolicyServer): Promise<MtaStsPolicy> {
  const host = `mta-sts.${domain}`;
  const text = await get(host, await publicAddressOf(host, server), server);
  const policy = parsePolicy(text);
  if (!policy) throw new Error(`https://${host} serves no valid MTA-STS policy`);
  return policy;
}

async function publicAddressOf(host: string, { lookup, allowLocal }: PolicyServer): Promise<string> {
  const ipv4 = (await lookup.find(host, 'A')).records;
  const addresses = ipv4.length > 0 ? ipv4 : (await lookup.find(host, 'AAAA')).records;
  // The policy host is chosen by the recipient domain, so private addresses are excluded (SSRF).
  const address = addresses.find((each) => allowLocal || classifyAddress(each) === 'public');
  if (!address) throw new Error(`${host} has no public address`);
  return address;
}

function get(host: string, address: string, { port = 443, timeoutMs = TIMEOUT_MS }: PolicyServer): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      host: address,
      port,
      path: '/.well-known/mta-sts.txt',
      servername: host,
      headers: { host },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      checkServerIdentity: (name: string, certificate: { raw: Buffer }) =>
        // Only subjectAltName counts, not the subject (RFC 8461 3.3).
        new X509Certificate(certificate.raw).checkHost(name, { subject: 'never' })
          ? checkServerIdentity(name, certificate as Parameters<typeof checkServerIdentity>[1])
          : new Error(`The certificate is not for ${name}`),
    };
    const outgoing = request(options, (response) => {
      const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
      // Redirects are not followed and the type must be text/plain (RFC 8461 3.2, 3.3).
      if (response.statusCode !== 200 || type !== 'text/plain') {
        outgoing.destroy(new Error(`${host} returns ${response.statusCode} ${type}`));
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
    outgoing.on('error', (error) => {
      const isUntrusted = Boolean((outgoing.socket as TLSSocket | null)?.authorizationError);
      reject(isUntrusted ? new PolicyHostUntrusted(error.message, { cause: error }) : error);
    });
    outgoing.end();
  });
}
