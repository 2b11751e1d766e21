import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { AssertedCredential, CreatedCredential } from '../../../contract/accounts/passkeys.ts';

/** The differences of a response from that of a correct browser and authenticator. */
export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  /** False if the owner was not verified, as with a key that needs only a touch. */
  userVerified?: boolean;
  userHandle?: string | undefined;
  signature?: Buffer;
  /** A certificate in the attestation. */
  certificate?: Buffer;
  /** The id of the new credential. */
  credentialId?: Buffer;
}

interface Key {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
  rpId: string;
  counter: number;
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, mayBeBackedUp: 0x08, isBackedUp: 0x10, hasKey: 0x40 };
const encode = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** CBOR of the few types that authenticators send (RFC 8949 3.1); integers as keys stay integers. */
function cbor(value: number | string | Buffer | (Buffer | undefined)[] | Map<unknown, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map((item) => cbor(item ?? ''))]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key as number), cbor(item as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** An ES256 key in COSE (RFC 9053 2.1 and 7.1.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [kty, alg, crv] = [1, 3, -1];
  return cbor(
    new Map<unknown, unknown>([
      ...([
        [kty, 2],
        [alg, -7],
        [crv, 1],
      ] as const),
      ...([
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ] as const),
    ]),
  );
}

/**
 * A browser with an authenticator in software. It makes ES256 keys and signs with them as WebAuthn Level 3 describes, so the
 * server verifies real signatures. With `counts` false it always sends the counter 0, as authenticators
 * that copy passkeys between devices do.
 */
export class Authenticator {
  readonly #keys: Key[] = [];
  readonly #origin: string;
  readonly #counts: boolean;

  constructor(origin: string, { counts = true }: { counts?: boolean } = {}) {
    this.#origin = origin;
    this.#counts = counts;
  }

  /** Answers `navigator.credentials.create()`. */
  create({ challenge, rp, user }: PublicKeyCredentialCreationOptionsJSON, lies: Lies = {}): CreatedCredential {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key: Key = {
      id: lies.credentialId ?? randomBytes(16),
      privateKey,
      userHandle: user.id,
      rpId: rp.id ?? '',
      counter: 0,
    };
    this.#keys.push(key);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(key.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, key.id, coseKey(publicKey)]);
    const authData = Buffer.concat([this.#authData(key, lies, FLAGS.hasKey), attested]);
    const clientData = this.#clientData('webauthn.create', challenge, lies);
    const statement = lies.certificate
      ? new Map<unknown, unknown>([
          ['alg', -7],
          ['sig', this.#sign(key, authData, clientData)],
          ['x5c', [lies.certificate]],
        ])
      : new Map();
    const attestationObject = cbor(
      new Map<unknown, unknown>([
        ['fmt', lies.certificate ? 'packed' : 'none'],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    return {
      id: encode(key.id),
      rawId: encode(key.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encode(clientData),
        attestationObject: encode(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** Answers `navigator.credentials.get()` with the last key that it made, or with a key of a list. */
  get(
    { challenge, allowCredentials = [] }: PublicKeyCredentialRequestOptionsJSON,
    lies: Lies = {},
  ): AssertedCredential {
    const allowed = new Set(allowCredentials.map(({ id }) => id));
    const key = this.#keys.findLast(({ id }) => allowed.size === 0 || allowed.has(encode(id)));
    if (!key) throw new Error('This authenticator has no such key');
    if (this.#counts) key.counter += 1;
    const authData = this.#authData(key, lies);
    const clientData = this.#clientData('webauthn.get', challenge, lies);
    const userHandle = 'userHandle' in lies ? lies.userHandle : key.userHandle;
    return {
      id: encode(key.id),
      rawId: encode(key.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(authData),
        signature: encode(lies.signature ?? this.#sign(key, authData, clientData)),
        ...(userHandle !== undefined && { userHandle }),
      },
    };
  }

  /** Returns a copy with the same keys and their counters as they are now. */
  copy(): Authenticator {
    const copy = new Authenticator(this.#origin, { counts: this.#counts });
    copy.#keys.push(...this.#keys.map((key) => ({ ...key })));
    return copy;
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? this.#origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );
  }

  /** Authenticator data (WebAuthn Level 3 6.1), without the attested key. */
  #authData({ rpId, counter }: Key, lies: Lies, more = 0): Buffer {
    const { userPresent, userVerified, mayBeBackedUp, isBackedUp } = FLAGS;
    const flags =
      userPresent |
      ((lies.userVerified ?? true) ? userVerified : 0) |
      (this.#counts ? 0 : mayBeBackedUp | isBackedUp) |
      more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), count]);
  }

  #sign({ privateKey }: Key, authData: Buffer, clientData: Buffer): Buffer {
    return sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
  }
}
