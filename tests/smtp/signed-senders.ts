import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { authenticate, dkimSign, sealMessage } from 'mailauth';
import type { Resolver, SigningKey } from '../../mail/host/runtime.ts';
import { LineClient } from './dialogues/line-client.ts';
import type { MailServer } from './mail-server.ts';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const KEY_RECORD = `v=DKIM1; k=rsa; p=${pair.publicKey.toString('base64')}`;

/** DNS records by type and name ('TXT name'), or the error code of a lookup. All other lookups return ENOTFOUND. */
export type Records = Record<string, string | { fails: string }>;

/** A DNS with the given records, a DKIM key for selector `s` of each domain, and the DKIM key of the server, if given. */
export function dnsWith(records: Records, server?: () => MailServer): Resolver & { queries: string[] } {
  const queries: string[] = [];
  return {
    queries,
    async resolve(name, type) {
      queries.push(`${type} ${name}`);
      const record = records[`${type} ${name}`] ?? keyOf(name, type, server);
      if (record === undefined || typeof record !== 'string') {
        const code = record?.fails ?? 'ENOTFOUND';
        throw Object.assign(new Error(`${type} ${name} ${code}`), { code });
      }
      return [record.match(/.{1,255}/g)];
    },
  };
}

function keyOf(name: string, type: string, server?: () => MailServer): string | undefined {
  if (type !== 'TXT') return undefined;
  if (/^s\._domainkey\./.test(name)) return KEY_RECORD;
  return server && name === 'test._domainkey.handles.test' ? recordOf(server().host.signingKey()) : undefined;
}

function recordOf({ privateKey }: SigningKey): string {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return `v=DKIM1; k=rsa; p=${der.toString('base64')}`;
}

/** The parts that a signature covers, if not the usual fields and the whole body. */
interface Covered {
  headerList?: string[];
  maxBodyLength?: number;
}

/** Prepends a DKIM signature of `domain`. Returns the message unchanged if it has no From field to sign. */
export async function signedBy<T extends string | Buffer>(
  domain: string,
  message: T,
  form = 'relaxed/relaxed',
  covered: Covered = {},
): Promise<T> {
  const signer = { signingDomain: domain, selector: 's', privateKey: pair.privateKey, ...covered };
  const { signatures } = await dkimSign(message, { canonicalization: form, ...signer, signatureData: [signer] });
  const top = signatures === '' ? '' : `${signatures.trimEnd()}\r\n`;
  return (typeof message === 'string' ? top + message : Buffer.concat([Buffer.from(top), message])) as T;
}

/** Prepends an ARC set of `domain` with the given authentication results. */
export async function sealedBy(domain: string, message: string, results: string, cv = 'none'): Promise<string> {
  const seal = { signingDomain: domain, selector: 's', privateKey: pair.privateKey, authResults: results, cv };
  return `${(await sealMessage(message, seal as never)).toString()}${message}`;
}

/** Returns the authentication results of the next receiver, for which our server is the SMTP client. */
export async function verified(bytes: Buffer, resolver: Resolver) {
  return authenticate(bytes, {
    ip: '192.0.2.1',
    helo: 'mx.handles.test',
    sender: 'x@handles.test',
    mta: 'receiver.test',
    disableBimi: true,
    resolver: resolver.resolve as never,
  });
}

/** Sends one message. Returns the first error reply or the reply to the final dot, or null if the connection was closed. */
export async function send(
  server: MailServer,
  text: string,
  from: string,
  to = ['alice@handles.test'],
): Promise<string | null> {
  const client = await LineClient.connect(server.port);
  try {
    await client.readLine();
    for (const command of ['HELO client.test', `MAIL FROM:<${from}>`, ...to.map((one) => `RCPT TO:<${one}>`), 'DATA']) {
      client.send(`${command}\r\n`);
      const reply = await client.readLine();
      if (!/^[23]/.test(reply ?? '')) return reply;
    }
    client.send(`${text.replace(/(^|\r\n)\./g, '$1..')}.\r\n`);
    return await client.readLine(20_000);
  } finally {
    client.destroy();
  }
}
