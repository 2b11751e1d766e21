import { useRef, useState } from 'react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { postSignInCode } from '../../../contract/accounts/sign-in.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { sendSignInEmail } from '../shared/sign-in-email.ts';
import { CODE_ATTEMPTS } from './code-format.ts';

/** The remaining attempts are shown from this number downwards. */
const FEW_ATTEMPTS = 2;

/** Signs in with the code of a sign-in email that was requested in this browser, and sends another email on request. */
export function useSignInCode(email: string, onSignedIn: (user: CurrentUser) => void) {
  const [error, setError] = useState<string>();
  const [isSpent, setSpent] = useState(false);
  const wrong = useRef(0);
  const [resent, setResent] = useState(0);

  const check = useAction({
    keyOf: (code: string) => code,
    mutationFn: (code: string) => call(postSignInCode, { body: { email, code } }),
    onMutate: () => setError(undefined),
    onSuccess: ({ user }) => onSignedIn(user),
    onError: (failure) => {
      const code = failure instanceof ApiError ? failure.code : undefined;
      if (code === 'sign_in_code_wrong') wrong.current++;
      setSpent(code === 'sign_in_code_spent');
      const text = errorText(failure, 'That did not work. Please check your connection and try again.');
      setError(code === 'sign_in_code_wrong' ? `${text}${attemptsText(CODE_ATTEMPTS - wrong.current)}` : text);
    },
  });

  const resend = useAction({
    mutationFn: () => sendSignInEmail(email),
    onMutate: () => setError(undefined),
    onSuccess: () => {
      wrong.current = 0;
      setSpent(false);
      setResent((count) => count + 1);
    },
    onError: (failure) => setError(errorText(failure, 'Failed to send magic link. Please try again.')),
  });

  return {
    error,
    setError,
    /** The code can no longer be used; only a new email helps. */
    isSpent,
    check: check.mutate,
    isChecking: check.isPending || check.isSuccess,
    resend: () => resend.mutate(),
    isResending: resend.isPending,
    /** The number of emails after the first. */
    resent,
  };
}

function attemptsText(left: number): string {
  if (left > FEW_ATTEMPTS || left < 1) return '';
  return left === 1 ? ' One attempt is left.' : ` ${left} attempts are left.`;
}
