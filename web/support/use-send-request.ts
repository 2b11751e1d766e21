import { type NewSupportRequest, newSupportRequest, postSupport } from '../../contract/support/support.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { errorText } from '../api/error-text.ts';
import { failureOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';

type RequestErrors = Partial<Record<'subject' | 'text', string>>;

/** Sends a request to support, and returns the state of sending it. The typed text stays until it has been sent. */
export function useSendRequest(
  onSent: (sent: { id: number; priority: boolean }) => void,
  onRefused: (errors: RequestErrors) => void,
) {
  const sending = useAction({
    mutationFn: (request: NewSupportRequest) => call(postSupport, { body: request }),
    onSuccess: onSent,
    onError: (error) => onRefused(fieldErrorsOf(error)),
  });
  return {
    /** Why the request was not sent; empty if the errors are shown at the fields. */
    problem: failureOf(sending, (error) =>
      Object.keys(fieldErrorsOf(error)).length > 0
        ? ''
        : errorText(error, 'Your message could not be sent. Please try again.'),
    ),
    busy: sending.isPending,
    clearProblem: () => sending.isError && sending.reset(),
    /** Sends the request, or returns what is wrong with it. */
    send(request: NewSupportRequest): RequestErrors | undefined {
      const { error } = newSupportRequest.safeParse(request);
      if (error) return firstErrors(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
      sending.mutate(request);
    },
  };
}

function fieldErrorsOf(error: unknown): RequestErrors {
  return error instanceof ApiError ? firstErrors(error.fieldErrors) : {};
}

/** Returns the first message for each field. */
function firstErrors(issues: readonly { path: string; message: string }[]): RequestErrors {
  const found: RequestErrors = {};
  for (const { path, message } of issues) if (path === 'subject' || path === 'text') found[path] ??= message;
  return found;
}
