import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';
import { typedText } from '../text.ts';
import { signedIn } from './accounts.ts';
import { recentSignIn } from './sessions.ts';

export const MAX_PASSKEYS = 10;

/** The purpose of a challenge: to add a passkey, to sign in with one, or to confirm a signed-in session. */
export const PASSKEY_PURPOSES = ['add', 'sign-in', 'confirm'] as const;
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];

/** A name that the owner gives a passkey. */
export const passkeyName = z.pipe(
  typedText(60),
  z.transform((name: string | null, context) => {
    if (name !== null) return name;
    context.issues.push({ code: 'custom', message: 'Please enter a name.', input: name });
    return z.NEVER;
  }),
);

/** One item of GET /api/passkeys */
export const passkey = z.object({
  id: z.int().check(z.positive()),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Time of its last sign-in or confirmation, null if never. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** Whether the authenticator may copy it to other devices of its owner. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** GET /api/passkeys: oldest first. At most `MAX_PASSKEYS`, so the list has no pages. */
const passkeyList = z.array(passkey);

const credentialType = z.literal('public-key');
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const descriptor = z.object({
  id: z.string(),
  type: credentialType,
  transports: z.array(z.enum(TRANSPORTS)),
});

/** POST /api/passkeys/options: the options of `navigator.credentials.create()`, as JSON (WebAuthn Level 3 5.1.9). */
const passkeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  extensions: z.object({ credProps: z.literal(true) }),
});
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;

/**
 * POST /api/passkeys/sign-in-options and POST /api/recent-sign-in/options: the options of
 * `navigator.credentials.get()`, as JSON. For a sign-in, `allowCredentials` is empty and the authenticator offers its
 * passkeys for this site.
 */
const passkeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

/** Bytes in base64url, with at most `max` characters. */
const bytes = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]*$/, 'Please try again: this is not base64url.'));
/** A credential id has at most 1023 bytes (WebAuthn Level 3 5.8.3). */
const credentialId = bytes(1364);
const clientData = bytes(8192);
/** Client extensions are not used. */
const extensionResults = z.optional(z.looseObject({}));
const attachment = z.optional(z.nullable(z.string().check(z.maxLength(40))));

/** The result of `navigator.credentials.create()`, as JSON. */
export const createdCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: bytes(32_768),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  }),
});
export type CreatedCredential = z.infer<typeof createdCredential>;

/** The result of `navigator.credentials.get()`, as JSON. */
export const assertedCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: bytes(8192),
    signature: bytes(8192),
    userHandle: z.optional(z.nullable(bytes(128))),
  }),
});
export type AssertedCredential = z.infer<typeof assertedCredential>;

/** POST /api/passkeys. Without a name the passkey is named after the device. */
export const addPasskeyRequest = z.strictObject({ name: z.optional(passkeyName), credential: createdCredential });

/** PATCH /api/passkeys/{id} */
export const renamePasskeyRequest = z.strictObject({ name: passkeyName });

/** POST /api/passkeys/sign-in and POST /api/recent-sign-in */
export const assertionRequest = z.strictObject({ credential: assertedCredential });

export const postRecentSignInOptions = defineCall('POST /api/recent-sign-in/options', {
  by: 'account',
  response: passkeyRequestOptions,
});

export const postRecentSignIn = defineCall('POST /api/recent-sign-in', {
  by: 'account',
  renewsSession: true,
  body: assertionRequest,
  response: recentSignIn,
  errors: ['passkey_refused', 'passkey_expired', 'passkey_unknown'],
});

export const getPasskeys = defineCall('GET /api/passkeys', { by: 'account', response: passkeyList });

export const postPasskeyOptions = defineCall('POST /api/passkeys/options', {
  by: 'account',
  recent: 'add-passkey',
  response: passkeyCreationOptions,
  errors: ['passkey_limit', 'passkey_required'],
});

export const postPasskey = defineCall('POST /api/passkeys', {
  by: 'account',
  renewsSession: true,
  recent: 'add-passkey',
  body: addPasskeyRequest,
  response: passkey,
  status: 201,
  errors: ['passkey_refused', 'passkey_expired', 'passkey_known', 'passkey_limit', 'passkey_required'],
});

export const patchPasskey = defineCall('PATCH /api/passkeys/:id', {
  by: 'account',
  body: renamePasskeyRequest,
  response: passkey,
  errors: ['not_found'],
});

export const deletePasskey = defineCall('DELETE /api/passkeys/:id', {
  by: 'account',
  recent: 'remove-passkey',
  response: done,
  errors: ['not_found', 'passkey_last', 'passkey_required'],
});

export const postPasskeySignInOptions = defineCall('POST /api/passkeys/sign-in-options', {
  by: 'anyone',
  response: passkeyRequestOptions,
});

export const postPasskeySignIn = defineCall('POST /api/passkeys/sign-in', {
  by: 'anyone',
  renewsSession: true,
  body: assertionRequest,
  response: signedIn,
  errors: ['passkey_refused', 'passkey_expired', 'passkey_unknown', 'account_suspended', 'account_closed'],
});
