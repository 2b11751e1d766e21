import { ERRORS, type ErrorBody, type ErrorCode, wireCode } from '../../../contract/errors.ts';

/** An error with a code of the catalogue. Any other error is reported to the client as `unexpected`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: ErrorBody['errors'];
  /** The current state, if a write was based on an earlier version. */
  readonly current: ErrorBody['current'];
  /** The action that a recent sign-in confirms. */
  readonly act: ErrorBody['act'];
  /** Seconds after which the client may retry. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      errors?: ErrorBody['errors'];
      current?: object | null;
      retryAfter?: number;
      act?: ErrorBody['act'];
    } = {},
  ) {
    const [status, message] = ERRORS[code];
    super(options.message ?? message);
    this.code = code;
    this.status = status;
    this.errors = options.errors;
    this.current = options.current as ErrorBody['current'];
    this.act = options.act;
    this.retryAfter = options.retryAfter;
  }

  body(): ErrorBody {
    return {
      code: wireCode(this.code),
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      ...(this.act && { act: this.act }),
      ...(this.current !== undefined && { current: this.current }),
    };
  }
}
