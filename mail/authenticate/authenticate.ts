import type { DKIMResult } from 'mailauth';
import type { Clock, Resolver } from '../host/runtime.ts';
import { splitAddress } from '../message/address.ts';
import type {
  AuthenticationResult,
  AuthenticationVerdicts,
  Author,
  AuthResult,
} from '../message/authentication-result.ts';
import { type Field, fields } from '../message/header.ts';
import { belowHead, type Message } from '../message/message.ts';
import { validateArcChain } from './arc.ts';
import { verifySignatures } from './dkim.ts';
import { senderKeys } from './dkim-keys.ts';
import { withDnsDeadline } from './dns-deadline.ts';
import { evaluateDmarc, formatAuthHeaderRow, getAlignment } from './mailauth-internals.ts';
import { signedList } from './mailing-list.ts';
import { type Client, createSpf } from './spf.ts';

/** Total time for the DNS queries of one message. */
const DNS_TIMEOUT_MS = 10_000;

export interface AuthenticatorOptions {
  /** Must return the same array while it caches a response: see dns-cache.ts. */
  resolver: Resolver;
  hostname: string;
  /** Lower-case domains whose ARC sets are trusted. */
  trustedSealers: string[];
  clock: Clock;
  dnsTimeoutMs?: number;
}

export type Authenticate = (
  message: Message,
  author: Author,
  envelope: { from: string; client: Client },
) => Promise<AuthenticationResult>;

/**
 * Creates a function that checks SPF, DKIM, DMARC and ARC (RFC 7208, 6376, 9989, 8617). DNS failures are results, not
 * errors.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticate {
  const { resolver, hostname, trustedSealers, clock, dnsTimeoutMs = DNS_TIMEOUT_MS } = options;
  const checkSpf = createSpf(hostname);

  return async function authenticate(message, author, { from, client }) {
    const dns = withDnsDeadline(resolver, dnsTimeoutMs);
    try {
      const keys = senderKeys(dns.resolve);
      const [signatures, spf] = await Promise.all([
        verifySignatures(message.head, belowHead(message), keys, clock()),
        checkSpf(client, from, dns),
      ]);
      const authorDomain = splitAddress(author.addresses[0] ?? '')?.domain ?? '';
      const chain = await validateArcChain(signatures, {
        trustedSealers,
        failedNames: dns.failedNames,
        authorDomain,
      });
      const passed = signatures.results.filter(({ status }) => status.result === 'pass');
      const { response: dmarc, dkimAligned } = await evaluateDmarc({
        headerFrom: author.addresses,
        fromFields: 1,
        spfDomains: spf.verdict.result === 'pass' ? [spf.verdict.domain] : [],
        dkimDomains: passed.map(({ signingDomain = '', status }) => ({
          domain: signingDomain,
          ...(status.underSized ? { underSized: status.underSized } : {}),
        })),
        resolver: dns.resolve as never,
      });
      const dkim = signatures.results.map(({ signingDomain = '', status }) => ({
        result: status.result as AuthResult,
        domain: signingDomain.toLowerCase(),
        aligned:
          status.result === 'pass'
            ? dkimAligned?.has(signingDomain.toLowerCase()) === true
            : isAligned(author.addresses, signingDomain),
      }));
      const dmarcInfo = dmarc ? dmarc.info : formatAuthHeaderRow('dmarc', { result: 'permerror' });
      const infos = [spf.info, ...signatures.results.map(({ info }) => info), dmarcInfo, chain.info];
      const envelopeDomain = from === '' ? '' : spf.verdict.domain;
      const verdicts: AuthenticationVerdicts = {
        spf: spf.verdict,
        dkim: dkim.filter(({ result }) => result !== 'none'),
        dmarc: {
          result: dmarc ? (dmarc.status.result as AuthResult) : 'permerror',
          policy: policyOf(dmarc ? dmarc.policy : ''),
          domain: dmarc ? (dmarc.status.header?.from ?? '') : '',
          ...(dmarc && isTrial(dmarc) && { isTrial: true }),
        },
        arc: chain.verdict,
        authenticated: from !== '' && (spf.verdict.result === 'pass' || passed.length > 0),
        senderVouched:
          envelopeDomain !== '' &&
          (spf.verdict.result === 'pass' ||
            passed.some(({ signingDomain = '' }) => Boolean(getAlignment(envelopeDomain, [signingDomain])))),
        results: infos.filter((info) => info !== '').join('; '),
      };
      const isUnevaluated = verdicts.dmarc.result === 'temperror' || verdicts.dmarc.result === 'permerror';
      const passedDomains = [...(spf.verdict.result === 'pass' ? [spf.verdict.domain] : []), ...passed.map(signerOf)];
      const whole = passed.filter(({ status }) => !status.underSized);
      const ofWholeBody = whole.map(signerOf);
      const ofRecipients = whole.find(
        (result) => areAllAligned(author, [signerOf(result)]) && coversRecipients(result, message.head),
      );
      const senderAligned = from !== '' && spf.verdict.result === 'pass' && areAllAligned(author, [spf.verdict.domain]);
      return {
        author,
        verdicts,
        chain,
        authorVouched:
          verdicts.dmarc.result !== 'fail' &&
          verdicts.dmarc.result !== 'temperror' &&
          areAllAligned(author, [...(spf.verdict.result === 'pass' ? [spf.verdict.domain] : []), ...ofWholeBody]),
        aligned: isUnevaluated && areAllAligned(author, passedDomains),
        signable:
          signatures.results.every(({ status }) => status.result === 'none') &&
          spf.verdict.result === 'pass' &&
          verdicts.dmarc.result !== 'fail' &&
          areAllAligned(author, [spf.verdict.domain]),
        senderAligned,
        recipientsSigned: ofRecipients !== undefined,
        // Decoded: the same signature can be written in several ways.
        recipientsSignature: Buffer.from(ofRecipients?.signature ?? '', 'base64').toString('base64url'),
        list: verdicts.dmarc.result === 'fail' ? signedList(message.head, ofWholeBody) : '',
        hasDnsError:
          verdicts.dmarc.result === 'temperror' ||
          spf.verdict.result === 'temperror' ||
          dkim.some(({ result }) => result === 'temperror') ||
          (chain.isUndetermined && chain.isSealerTrusted),
        bySpfAlone:
          verdicts.dmarc.result === 'pass' && !dkim.some(({ result, aligned }) => result === 'pass' && aligned),
        bodyHash: signatures.bodyHash,
      };
    } finally {
      dns.end();
    }
  };
}

/** Returns whether a signer and the author share an organizational domain according to the public suffix list. */
function isAligned([author = '']: string[], domain: string): boolean {
  return author !== '' && Boolean(getAlignment(author.split('@').at(-1) ?? '', [domain]));
}

/** Maximum number of author domains, which limits the cost of alignment checks. Legitimate mail has fewer. */
const MAX_AUTHOR_DOMAINS = 10;

/** Returns whether each author is aligned with one of `domains`. */
function areAllAligned({ addresses }: Author, domains: string[]): boolean {
  const authors = new Set(addresses.map((address) => splitAddress(address)?.domain.toLowerCase() ?? ''));
  if (authors.size === 0 || authors.size > MAX_AUTHOR_DOMAINS) return false;
  return [...authors].every((domain) => domain !== '' && Boolean(getAlignment(domain, domains)));
}

/**
 * Returns whether a signature covers every To and Cc field of a header (RFC 6376 5.4.2: `h=` names each field once).
 */
function coversRecipients({ signingHeaders }: DKIMResult, head: Buffer): boolean {
  const covered = (signingHeaders?.keys ?? '').toLowerCase().split(': ');
  return ['to', 'cc'].every((name) => countOf(fields(head), name) <= covered.filter((key) => key === name).length);
}

function countOf(all: readonly Field[], wanted: string): number {
  return all.filter(({ name }) => name === wanted).length;
}

function signerOf({ signingDomain = '' }: { signingDomain?: string }): string {
  return signingDomain.toLowerCase();
}

/**
 * Returns whether a record exempts all mail from its policy with pct=0 (RFC 7489 6.3). A record that also has t=y uses
 * the newer form.
 */
function isTrial({ rr = '', testMode }: { rr?: string; testMode?: boolean }): boolean {
  return !testMode && /;\s*pct\s*=\s*0+\s*(?:;|$)/i.test(rr);
}

function policyOf(policy: string): AuthenticationVerdicts['dmarc']['policy'] {
  return policy === 'none' || policy === 'quarantine' || policy === 'reject' ? policy : '';
}
