import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth';
import type { DnsResponse } from '../../fakes/dns.ts';

/** The domain of the sender. Its SPF record allows 127.0.0.1, and its DKIM record has the signing key's public part. */
export const SENDER_DOMAIN = 'sender.example';
const SENDER = `writer@${SENDER_DOMAIN}`;
const SELECTOR = 'bench';

export interface SignedMessage {
  /** Lines end with LF, which smtp-source converts to CRLF. */
  text: string;
  /** The DNS records of the sender's domain. */
  names: Record<string, DnsResponse>;
  /** The DKIM records among them, by name. */
  publicKeys: Record<string, string>;
}

/** Creates a message of about `size` bytes with a DKIM signature (2048-bit RSA) of the sender's domain. */
export async function signedMessage(size: number, recipient: string): Promise<SignedMessage> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const head = [
    `From: A Writer <${SENDER}>`,
    `To: <${recipient}>`,
    'Subject: How are you these days?',
    'Date: Fri, 06 Nov 2026 10:00:00 +0000',
    `Message-ID: <bench@${SENDER_DOMAIN}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ];
  const line = 'The quick brown fox jumps over the lazy dog while nobody is looking at it.';
  const signatureSize = 600;
  const lines = Math.max(1, Math.floor((size - signatureSize - head.join('\r\n').length) / (line.length + 2)));
  const unsigned = `${[...head, '', ...Array<string>(lines).fill(line)].join('\r\n')}\r\n`;
  const signer = {
    signingDomain: SENDER_DOMAIN,
    selector: SELECTOR,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  // The types of dkimSign require the fields of the signer, but its code reads only signatureData.
  const { signatures } = await dkimSign(unsigned, { ...signer, signatureData: [signer] });
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
  const recordName = `${SELECTOR}._domainkey.${SENDER_DOMAIN}`;
  return {
    text: `${signatures.trimEnd()}\r\n${unsigned}`.replaceAll('\r\n', '\n'),
    names: {
      [SENDER_DOMAIN]: { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
      [recordName]: { TXT: [record] },
      [`_dmarc.${SENDER_DOMAIN}`]: { TXT: ['v=DMARC1; p=reject'] },
    },
    publicKeys: { [recordName]: record },
  };
}
