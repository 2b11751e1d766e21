import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';

/** A failure with a code of the catalogue. Anything else that is thrown is answered as `unexpected`. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: ErrorBody['errors'];
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, more: { message?: string; errors?: ErrorBody['errors']; retryAfter?: number } = {}) {
    const [status, message] = ERRORS[code];
    super(more.message ?? message);
    this.code = code;
    this.status = status;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.errors && { errors: this.errors }) };
  }
}

/** For an address inside the mail domain: it names the field, so that a dialog can lead back to it. */
export function ownDomain(): Failure {
  const [, message] = ERRORS.own_domain;
  return new Failure('own_domain', { errors: [{ path: 'email', message }] });
}
