import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type {
  AssertedCredential,
  CreatedCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../../contract/accounts/passkeys.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';

/** Downloaded on first use: most visits never use a passkey. */
const library = () => import('@simplewebauthn/browser');

const TEXTS = {
  cancelled: 'The passkey request was closed or timed out. Please try again.',
  aborted: 'Another passkey request took its place. Please try again.',
  known: 'This device already has a passkey for this account.',
  unsupported: 'This device cannot store a passkey with a screen lock. Please use another device or a security key.',
  'wrong-address': 'Passkeys do not work at this address. Please open the site at its usual address.',
  failed: 'The passkey could not be used. Please try again.',
};

/** A failure in the browser or the authenticator. `message` is a text for the user. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly reason: keyof typeof TEXTS;

  constructor(reason: keyof typeof TEXTS, cause: unknown) {
    super(TEXTS[reason], { cause });
    this.reason = reason;
  }
}

/** Returns whether this browser has passkeys. */
export function supportsPasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}

/** Returns whether this browser offers passkeys among the suggestions of a field (conditional UI). */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  if (!supportsPasskeys()) return false;
  return (await window.PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false;
}

/** Creates a passkey on an authenticator of the user. Throws PasskeyError. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<CreatedCredential> {
  const { startRegistration } = await library();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON }).catch(rethrow)) as CreatedCredential;
}

/**
 * Asks the user for a passkey in the browser's dialog or, with `autofill`, among the suggestions of the field whose
 * `autocomplete` ends in `webauthn`. A later request aborts an earlier one. Throws PasskeyError.
 */
export async function assertPasskey(options: PasskeyRequestOptions, autofill = false): Promise<AssertedCredential> {
  const { startAuthentication } = await library();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const request = startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
  return (await request.catch(rethrow)) as AssertedCredential;
}

/** Aborts the pending request, if any. */
export async function abortPasskeyRequest(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/**
 * Awaits the server's response to a passkey. If the server does not know it, tells the authenticator to stop offering
 * it.
 */
export async function forgettingUnknown<T>(rpID: string, credentialID: string, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'passkey_unknown') {
      const { sendSignal } = await library();
      // Throws where the browser has no signals; the passkey then stays listed.
      await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => {});
    }
    throw error;
  }
}

/** Returns the text for any failure of a passkey call: of the browser, of the server, or of the connection. */
export function passkeyErrorText(error: unknown): string {
  if (error instanceof PasskeyError) return error.message;
  return errorText(error, 'That did not work. Please check your connection and try again.');
}

function rethrow(error: unknown): never {
  throw new PasskeyError(reasonOf(error), error);
}

/**
 * Returns the reason of a failure. The library wraps browser errors; only the innermost has its name from the WebAuthn
 * specification.
 */
function reasonOf(error: unknown): keyof typeof TEXTS {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  switch ((cause as { name?: unknown } | null)?.name) {
    case 'NotAllowedError':
      return 'cancelled';
    case 'AbortError':
      return 'aborted';
    case 'InvalidStateError':
      return 'known';
    case 'ConstraintError':
    case 'NotSupportedError':
      return 'unsupported';
    case 'SecurityError':
      return 'wrong-address';
    default:
      return 'failed';
  }
}
