/** User name and password of a client. */
export interface Credentials {
  user: string;
  password: string;
}

/** A SASL exchange that waits for a response from the client. */
export type SaslExchange = { mechanism: 'PLAIN' } | { mechanism: 'LOGIN'; user: string | null };

/** The mechanisms that EHLO announces. */
export const MECHANISMS = ['PLAIN', 'LOGIN'] as const;

/** A response that cannot be used; its message is the text of the reply. */
export class MalformedResponse extends Error {
  override name = 'MalformedResponse';
  constructor(message = 'The response is not base64, or not what the mechanism requires') {
    super(message);
  }
}

/** Maximum octets of a user name and of a password. */
const MAX_PART = 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the exchange of a mechanism, whose name may be in any case; null if the mechanism is not supported. */
export function startExchange(mechanism: string): SaslExchange | null {
  switch (mechanism.toUpperCase()) {
    case 'PLAIN':
      return { mechanism: 'PLAIN' };
    case 'LOGIN':
      return { mechanism: 'LOGIN', user: null };
    default:
      return null;
  }
}

/** Returns the next challenge as text, before base64 encoding. */
export function challengeOf(exchange: SaslExchange): string {
  if (exchange.mechanism === 'PLAIN') return '';
  return exchange.user === null ? 'Username:' : 'Password:';
}

/**
 * Processes a base64 response. Returns the credentials, or the exchange with its next challenge. Throws
 * MalformedResponse.
 */
export function respond(exchange: SaslExchange, response: string): Credentials | SaslExchange {
  const bytes = decodeBase64(response);
  if (exchange.mechanism === 'PLAIN') return readPlain(bytes);
  const text = textOf(bytes);
  return exchange.user === null ? { mechanism: 'LOGIN', user: text } : { user: exchange.user, password: text };
}

/** Parses authorization identity, NUL, user name, NUL, password (RFC 4616 2). */
function readPlain(bytes: Buffer): Credentials {
  const first = bytes.indexOf(0);
  const second = bytes.indexOf(0, first + 1);
  if (second < 0) throw new MalformedResponse();
  const authorization = first === 0 ? '' : textOf(bytes.subarray(0, first));
  const user = textOf(bytes.subarray(first + 1, second));
  const password = textOf(bytes.subarray(second + 1));
  // Some clients repeat the user name.
  if (authorization !== '' && authorization !== user) {
    throw new MalformedResponse('Acting for another user is not supported: leave the authorization identity empty');
  }
  return { user, password };
}

/** Decodes non-empty UTF-8 text without NUL. */
function textOf(bytes: Buffer): string {
  if (bytes.length === 0 || bytes.length > MAX_PART || bytes.includes(0)) throw new MalformedResponse();
  try {
    return utf8.decode(bytes);
  } catch {
    throw new MalformedResponse();
  }
}

/** Decodes base64 strictly; Node's decoder ignores invalid characters. */
function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new MalformedResponse();
  return bytes;
}
