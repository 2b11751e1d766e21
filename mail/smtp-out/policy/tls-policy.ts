import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { SmtpFailure } from '../client/smtp-failure.ts';
import { certificateMatches, type TlsaRecord } from './dane.ts';

/** How private a conversation must be before mail may cross it. */
export type TlsPolicy =
  /** Not at all: TLS has been tried and cannot be had. */
  | { kind: 'plain' }
  /** TLS where it is offered, with any certificate: whoever could forge it could as well hide STARTTLS (RFC 7435). */
  | { kind: 'opportunistic' }
  /** TLS, without a look at the certificate: this machine itself, or TLSA records that cannot be used (RFC 7672 2.2). */
  | { kind: 'encrypted' }
  /** TLS with a certificate that verifies for the name (MTA-STS, relays). */
  | { kind: 'verified'; name: string }
  /** TLS with a certificate that TLSA records name (RFC 7672); `names` hold for trust anchors. */
  | { kind: 'dane'; records: TlsaRecord[]; names: string[] };

/** What sets conversations under this demand apart from others with the same host. */
export function tlsPolicyKey(policy: TlsPolicy): string {
  if (policy.kind === 'verified') return `verified ${policy.name}`;
  if (policy.kind !== 'dane') return policy.kind;
  const records = policy.records.map(({ usage, selector, matchingType: match, data }) => `${usage}${selector}${match}${data}`);
  return `dane ${records.join(' ')} ${policy.names.join(' ')}`;
}

/** Whether mail must wait rather than cross without what is demanded. */
export function isStrict({ kind }: TlsPolicy): boolean {
  return kind !== 'plain' && kind !== 'opportunistic';
}

let sharedContext: SecureContext | undefined;

/** Begins TLS over a connection. The certificate is judged once it is secure, by `checkCertificate`. */
export function startTls(socket: Socket, name: string): TLSSocket {
  sharedContext ??= createSecureContext();
  const servername = isIP(name) ? undefined : name;
  return connect({
    socket,
    secureContext: sharedContext,
    rejectUnauthorized: false,
    ...(servername ? { servername } : {}),
  });
}

/** Waits for the handshake. Rejects with a SmtpFailure of step `tls`. */
export function waitForHandshake(socket: TLSSocket, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (text: string) => {
      clearTimeout(timer);
      reject(new SmtpFailure('tls', text));
      socket.destroy();
    };
    const timer = setTimeout(() => fail('No TLS handshake in time'), timeoutMs);
    socket.once('error', (error: NodeJS.ErrnoException) => fail(`TLS failed: ${error.code ?? error.message}`));
    socket.once('close', () => fail('The connection ended during the TLS handshake'));
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Why a secured connection does not meet a demand, or null where it does. */
export function checkCertificate(socket: TLSSocket, policy: TlsPolicy): string | null {
  if (policy.kind === 'verified') return verifyCertificate(socket, [policy.name]);
  if (policy.kind === 'dane') return certificateMatches(socket.getPeerCertificate(true), policy.records, policy.names);
  return null;
}

/** Why the certificate is not one that public authorities vouch for under one of the names, or null where it is. */
export function verifyCertificate(socket: TLSSocket, names: string[]): string | null {
  // Node says it in both: `authorized` is false where a chain has no root we know, or is out of date.
  if (!socket.authorized) return `The certificate does not verify: ${socket.authorizationError}`;
  const certificate = socket.getPeerCertificate();
  const wrong = names.map((name) => checkServerIdentity(name, certificate));
  return wrong.some((error) => error === undefined) ? null : `The certificate is for another name than ${names[0]}`;
}
