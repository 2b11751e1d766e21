import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { authenticate, dkimSign, sealMessage } from 'mailauth';
import type { Resolver } from '../../mail/host/resolver.ts';
import type { SigningKey } from '../../mail/host/signing-key.ts';
import { Talker } from './dialogues/talk.ts';
import type { MailServer } from './mail-server.ts';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const KEY_RECORD = `v=DKIM1; k=rsa; p=${pair.publicKey.toString('base64')}`;

/** A DNS as a table: 'TXT name' gives a record, or the code of a failure. What is not there does not exist. */
export type Records = Record<string, string | { fails: string }>;

/** Everybody's keys (selector s of any domain) and what else is in the table; the server's own key, once it is open. */
export function worldOf(records: Records, server?: () => MailServer): Resolver & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async resolve(name, type) {
      asked.push(`${type} ${name}`);
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
  return server && name === 'test._domainkey.handles.test' ? recordOf(server().ports.signingKey()) : undefined;
}

function recordOf({ privateKey }: SigningKey): string {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return `v=DKIM1; k=rsa; p=${der.toString('base64')}`;
}

/** `message` with a signature of `domain` on top; as it is where it has no From to be signed. */
export async function signedBy<T extends string | Buffer>(
  domain: string,
  message: T,
  form = 'relaxed/relaxed',
): Promise<T> {
  const signer = { signingDomain: domain, selector: 's', privateKey: pair.privateKey };
  const { signatures } = await dkimSign(message, { canonicalization: form, ...signer, signatureData: [signer] });
  const top = signatures === '' ? '' : `${signatures.trimEnd()}\r\n`;
  return (typeof message === 'string' ? top + message : Buffer.concat([Buffer.from(top), message])) as T;
}

/** `message` with an ARC set of `domain` on top, which says of it what `results` say. */
export async function sealedBy(domain: string, message: string, results: string, cv = 'none'): Promise<string> {
  const seal = { signingDomain: domain, selector: 's', privateKey: pair.privateKey, authResults: results, cv };
  return `${(await sealMessage(message, seal as never)).toString()}${message}`;
}

/** What a receiver further on finds, to whom the server is the client. */
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

/** One message to the server; resolves with the reply to its final dot, null when the line was cut. */
export async function send(
  server: MailServer,
  text: string,
  from: string,
  to = ['alice@handles.test'],
): Promise<string | null> {
  const talker = await Talker.connect(server.port);
  try {
    await talker.hear();
    for (const command of ['HELO client.test', `MAIL FROM:<${from}>`, ...to.map((one) => `RCPT TO:<${one}>`), 'DATA']) {
      talker.say(`${command}\r\n`);
      const reply = await talker.hear();
      if (!/^[23]/.test(reply ?? '')) return reply;
    }
    talker.say(`${text.replace(/(^|\r\n)\./g, '$1..')}.\r\n`);
    return await talker.hear(20_000);
  } finally {
    talker.destroy();
  }
}
