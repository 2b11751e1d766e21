import { useState } from 'react';
import { type NewSupportRequest, newSupportRequest, postSupport } from '../../contract/support/support.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { errorText } from '../api/error-text.ts';
import { isSessionExpired, useAction } from '../api/use-action.ts';

export type RequestErrors = Partial<Record<'subject' | 'text', string>>;

/** Sends a request to support, and returns the state of sending it. What is typed stays until it was sent. */
export function useSendRequest(onSent: (sent: { id: number; priority: boolean }) => void) {
  const [errors, setErrors] = useState<RequestErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useAction({
    mutationFn: (request: NewSupportRequest) => call(postSupport, { body: request }),
    onSuccess: onSent,
    onError: (error) => {
      // The app asks to sign in again above the form.
      if (isSessionExpired(error)) return;
      const found = error instanceof ApiError ? firstErrors(error.fieldErrors) : {};
      setErrors(found);
      const isAtFields = Object.keys(found).length > 0;
      setProblem(isAtFields ? null : errorText(error, 'Your message could not be sent. Please try again.'));
    },
  });
  return {
    errors,
    problem,
    busy: isPending,
    send(request: NewSupportRequest) {
      const { error } = newSupportRequest.safeParse(request);
      const found = firstErrors((error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })));
      setErrors(found);
      setProblem(null);
      if (Object.keys(found).length === 0) mutate(request);
    },
    clearError(field: keyof RequestErrors) {
      setProblem(null);
      setErrors(({ [field]: _, ...others }) => others);
    },
  };
}

/** Returns the first message for each field. */
function firstErrors(issues: readonly { path: string; message: string }[]): RequestErrors {
  const found: RequestErrors = {};
  for (const { path, message } of issues) if (path === 'subject' || path === 'text') found[path] ??= message;
  return found;
}
