import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { AssertedCredential, CreatedCredential } from '../../contract/accounts/passkeys.ts';

/** The expected values of a response. */
export interface Expected {
  /** The host name that passkeys are made for. */
  rpId: string;
  origins: string[];
  /** The challenge in the response. The caller has checked that this server issued it. */
  challenge: string;
}

/** Thrown if a response does not prove what it should; the message is for the log. */
export class WebauthnError extends Error {}

/** The algorithms that we accept, best first: Ed25519, ES256 and RS256 (RFC 9053, RFC 8812). */
export const ALGORITHMS = [-8, -7, -257];

/** Loaded on first use: only processes that see a passkey need its parsers. */
const library = () => import('@simplewebauthn/server');

/**
 * Returns the challenge in the client data of a response, before anything in it is verified. Rejects a response that was made
 * in a frame of another site, which the library lets pass without `topOrigin`.
 */
export function challengeIn(clientDataJson: string): string {
  let data: { challenge?: unknown; crossOrigin?: unknown };
  try {
    data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
  } catch {
    throw new WebauthnError('the client data is not JSON');
  }
  if (typeof data?.challenge !== 'string') throw new WebauthnError('the client data has no challenge');
  if (data.crossOrigin === true) throw new WebauthnError('made in a frame of another site');
  return data.challenge;
}

export interface CreatedPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  isSynced: boolean;
}

const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** Verifies a new passkey: the challenge, the origin, the host, and that the person was verified. */
export async function verifyCreated(credential: CreatedCredential, expected: Expected): Promise<CreatedPasskey> {
  const { verifyRegistrationResponse } = await library();
  await rejectCertificates(credential.response.attestationObject);
  const result: VerifiedRegistrationResponse = await verifyRegistrationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: credential.response.clientDataJSON,
        attestationObject: credential.response.attestationObject,
      },
    },
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.origins,
    expectedRPID: expected.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse);
  if (!result.verified) throw new WebauthnError('the attestation is not valid');
  const { credential: made, credentialDeviceType } = result.registrationInfo;
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    signCount: made.counter,
    transports: (credential.response.transports ?? []).filter((transport) => TRANSPORTS.has(transport)),
    isSynced: credentialDeviceType === 'multiDevice',
  };
}

/**
 * Rejects attestations with certificates, because the library would parse them and fetch the addresses in them. We ask
 * for no attestation, so browsers send none, or one that the key itself has signed.
 */
async function rejectCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = decoded.get('fmt');
    if (format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'))) return;
  } catch (error) {
    refuse(error);
  }
  throw new WebauthnError('the attestation has certificates');
}

/**
 * Verifies a signature of a stored passkey, and returns its counter. The caller compares the counter with the stored
 * one in the statement that stores it, so that two copies cannot pass together.
 */
export async function verifyAsserted(
  credential: AssertedCredential,
  stored: { credentialId: Buffer; publicKey: Buffer },
  expected: Expected,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  const result = await verifyAuthenticationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.origins,
    expectedRPID: expected.rpId,
    credential: {
      id: stored.credentialId.toString('base64url'),
      publicKey: new Uint8Array(stored.publicKey),
      counter: 0,
    },
    requireUserVerification: true,
  }).catch(refuse);
  if (!result.verified) throw new WebauthnError('the signature is not valid');
  return result.authenticationInfo.newCounter;
}

function refuse(error: unknown): never {
  throw new WebauthnError(error instanceof Error ? error.message : String(error));
}
