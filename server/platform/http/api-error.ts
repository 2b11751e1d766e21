import { ERRORS, type ErrorBody, type ErrorCode } from '../../../contract/errors.ts';

/** A failure with a code of the catalogue. Anything else that is thrown is answered as `unexpected`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: ErrorBody['errors'];
  /** How things stand now, where a write was about an earlier version. */
  readonly current: ErrorBody['current'];
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    more: { message?: string; errors?: ErrorBody['errors']; current?: object | null; retryAfter?: number } = {},
  ) {
    const [status, message] = ERRORS[code];
    super(more.message ?? message);
    this.code = code;
    this.status = status;
    this.errors = more.errors;
    this.current = more.current as ErrorBody['current'];
    this.retryAfter = more.retryAfter;
  }

  body(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      ...(this.current !== undefined && { current: this.current }),
    };
  }
}
