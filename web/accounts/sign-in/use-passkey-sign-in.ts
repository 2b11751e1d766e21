import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { MINUTE } from '../../../contract/time.ts';
import {
  abortPasskeyRequest,
  passkeyErrorText,
  supportsPasskeyAutofill,
  supportsPasskeys,
} from '../shared/webauthn.ts';
import { signInByPasskey, signInOptions } from './passkey-calls.ts';

/** The server accepts a challenge for five minutes. */
const RENEW_INTERVAL_MS = 4 * MINUTE;

/**
 * Signs in with a passkey. While the calling component is mounted, the field with `autocomplete="username webauthn"`
 * offers passkeys where the browser supports this; `start` opens the browser's own dialog.
 */
export function usePasskeySignIn(onSignedIn: (user: CurrentUser) => void) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const finish = useRef(onSignedIn);
  finish.current = onSignedIn;
  /** The browser has one request at a time: a later attempt makes an earlier one obsolete. */
  const latest = useRef(0);
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function attempt(autofill: boolean): Promise<void> {
    const mine = ++latest.current;
    const isObsolete = () => mine !== latest.current;
    let isChosen = false;
    clearTimeout(renewal.current);
    try {
      if (autofill && !(await supportsPasskeyAutofill())) return;
      const options = await signInOptions();
      if (isObsolete()) return;
      if (autofill) renewal.current = setTimeout(() => void attempt(true), RENEW_INTERVAL_MS);
      const onChosen = () => {
        isChosen = true;
        clearTimeout(renewal.current);
        setError(undefined);
        setBusy(true);
      };
      finish.current(await signInByPasskey(options, { autofill, onChosen }));
    } catch (failure) {
      if (isObsolete()) return;
      setBusy(false);
      // The offer in the field is an extra; the other ways to sign in remain.
      if (autofill && !isChosen) return;
      setError(passkeyErrorText(failure));
      void attempt(true);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mounted form
  useEffect(() => {
    void attempt(true);
    return () => {
      latest.current++;
      clearTimeout(renewal.current);
      if (supportsPasskeys()) void abortPasskeyRequest().catch(() => {});
    };
  }, []);

  return {
    error,
    isBusy,
    start: () => {
      setError(undefined);
      setBusy(true);
      void attempt(false);
    },
  };
}
