import { ApiError } from './error.ts';
import { errorText } from './error-text.ts';

/** The proof that the server requires before it accepts a call: a recent sign-in of any kind, or a passkey. */
export type Proof = 'recent_sign_in_required' | 'passkey_required';

/** What the user confirms, as the server names it, and the handle concerned. */
export interface ConfirmedSubject {
  act?: string | undefined;
  handleId?: number | undefined;
}

/** A proof that the app requests from the user. */
export interface Confirmation {
  proof: Proof;
  /** What is confirmed; the email names it. */
  subject: ConfirmedSubject;
  /** Ends the request. The waiting calls are sent again if the user has confirmed, and fail otherwise. */
  end: (isConfirmed: boolean) => void;
}

const UNCONFIRMED = 'Nothing was changed because you did not confirm your identity. Please try again.';

let current: Confirmation | null = null;
let outcome: Promise<boolean> | undefined;
let hosts = 0;
const listeners = new Set<() => void>();

function set(next: Confirmation | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Returns the requested proof, or null. */
export function currentConfirmation(): Confirmation | null {
  return current;
}

export function subscribeToConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Declares that a screen shows the dialog for `currentConfirmation`, until the returned function is called. */
export function hostConfirmation(): () => void {
  hosts++;
  return () => {
    hosts--;
    if (hosts === 0) current?.end(false);
  };
}

/** Asks for a proof; resolves to whether the user gave it. Calls that need one at the same time share one dialog. */
export function confirmIdentity(proof: Proof, subject: ConfirmedSubject = {}): Promise<boolean> {
  if (hosts === 0) return Promise.resolve(false);
  if (current && outcome) {
    // A passkey also counts as a recent sign-in.
    if (proof === 'passkey_required' && current.proof !== proof) set({ ...current, proof });
    return outcome;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  outcome = promise;
  const end = (isConfirmed: boolean) => {
    if (current?.end === end) set(null);
    resolve(isConfirmed);
  };
  set({ proof, subject, end });
  return promise;
}

/**
 * Asks for the proof that an error names. Resolves once the call can be sent again. Throws an error with a text for the
 * user if they have not confirmed, and the given error if it names no proof or no screen can ask for one.
 */
export async function confirmAfter(error: ApiError, call: { path: string; body?: unknown }): Promise<void> {
  const { code } = error;
  if (!isProof(code) || hosts === 0) throw error;
  const subject = { act: error.act, handleId: handleIn(call) };
  if (!(await confirmIdentity(code, subject)))
    throw new ApiError(403, '', JSON.stringify({ code, message: UNCONFIRMED }));
}

/** Returns the handle that a call is about, by its path or its body. */
function handleIn({ path, body }: { path: string; body?: unknown }): number | undefined {
  const id = Number(/^\/api\/handles\/(\d+)/.exec(path)?.[1] ?? (body as { handleId?: unknown } | undefined)?.handleId);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/**
 * Returns `text` instead of the server's message, unless the user has closed a confirmation, which has its own message.
 */
export function fixedErrorText(error: unknown, text: string): string {
  return error instanceof ApiError && isProof(error.code) ? errorText(error, text) : text;
}

function isProof(code: string | undefined): code is Proof {
  return code === 'recent_sign_in_required' || code === 'passkey_required';
}
