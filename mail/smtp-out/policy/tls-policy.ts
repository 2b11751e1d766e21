import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { SmtpFailure } from '../client/smtp-failure.ts';
import { certificateMatches, type TlsaRecord } from './dane.ts';

/** TLS requirement of a connection. */
export type TlsPolicy =
  /** No TLS: it was tried and failed. */
  | { kind: 'plain' }
  /** TLS if offered, with any certificate: an attacker who can forge it can also strip STARTTLS (RFC 7435). */
  | { kind: 'opportunistic' }
  /** TLS with any certificate: the TLSA records are not usable (RFC 7672 2.2). */
  | { kind: 'encrypted' }
  /** TLS with a certificate from a public authority for the name (MTA-STS, relays). */
  | { kind: 'verified'; name: string }
  /** TLS with a certificate that matches a TLSA record (RFC 7672); `names` apply to DANE-TA. */
  | { kind: 'dane'; records: TlsaRecord[]; names: string[] };

/** Returns a key that is equal for equal policies. */
export function tlsPolicyKey(policy: TlsPolicy): string {
  if (policy.kind === 'verified') return `verified ${policy.name}`;
  if (policy.kind !== 'dane') return policy.kind;
  const records = policy.records.map(
    ({ usage, selector, matchingType: match, data }) => `${usage}${selector}${match}${data}`,
  );
  return `dane ${records.join(' ')} ${policy.names.join(' ')}`;
}

/** Returns whether mail must wait if the policy cannot be met. */
export function isStrict({ kind }: TlsPolicy): boolean {
  return kind !== 'plain' && kind !== 'opportunistic';
}

let sharedContext: SecureContext | undefined;

/** Starts TLS on a connection. `checkCertificate` verifies the certificate after the handshake. */
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

/** Waits for the handshake. Rejects with an SmtpFailure of step `tls`. */
export function waitForHandshake(socket: TLSSocket, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (text: string) => {
      clearTimeout(timer);
      reject(new SmtpFailure('tls', text));
      socket.destroy();
    };
    const timer = setTimeout(() => fail('TLS handshake timed out'), timeoutMs);
    socket.once('error', (error: NodeJS.ErrnoException) => fail(`TLS failed: ${error.code ?? error.message}`));
    socket.once('close', () => fail('Connection closed during the TLS handshake'));
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Returns the reason why a TLS connection violates the policy, or null if it complies. */
export function checkCertificate(socket: TLSSocket, policy: TlsPolicy): string | null {
  if (policy.kind === 'verified') return verifyCertificate(socket, [policy.name]);
  if (policy.kind === 'dane') return certificateMatches(socket.getPeerCertificate(true), policy.records, policy.names);
  return null;
}

/** Returns the reason why no public authority vouches for the certificate under one of the names, or null. */
export function verifyCertificate(socket: TLSSocket, names: string[]): string | null {
  // `authorized` is false for an unknown root and for an expired chain.
  if (!socket.authorized) return `The certificate does not verify: ${socket.authorizationError}`;
  const certificate = socket.getPeerCertificate();
  const wrong = names.map((name) => checkServerIdentity(name, certificate));
  return wrong.some((error) => error === undefined) ? null : `The certificate is not valid for ${names[0]}`;
}
