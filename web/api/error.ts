import type { ErrorCode } from '../../contract/errors.ts';

interface FieldError {
  path: string;
  message: string;
}

interface ErrorBody {
  code?: string | undefined;
  message?: string | undefined;
  fieldErrors?: FieldError[];
  current?: object | null | undefined;
  act?: string | undefined;
}

/** A response with an error status. `message` is "status: body"; screens show `serverMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** A code of contract/errors.ts, if the response has one. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** The message for the user, if the response has one. */
  readonly serverMessage: string | undefined;
  /** Validation errors by field of the request body; `path` is like `bio` or `socialLinks.0.url`. */
  readonly fieldErrors: readonly FieldError[];
  /** The stored state after a version conflict (412); null if the object no longer exists. */
  readonly current: object | null | undefined;

  /** The action that a recent sign-in confirms, if the error requires one. */
  readonly act: string | undefined;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const parsed = parseErrorBody(body);
    this.code = parsed.code;
    this.serverMessage = parsed.message;
    this.fieldErrors = parsed.fieldErrors ?? [];
    this.current = parsed.current;
    this.act = parsed.act;
  }
}

/**
 * Parses an error response without a schema, because the response may come from a proxy in any format, and because a
 * schema would be another download.
 */
function parseErrorBody(body: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return {};
    const { code, message, errors, current, act } = value as Record<string, unknown>;
    return {
      code: typeof code === 'string' ? code : undefined,
      message: typeof message === 'string' && message !== '' ? message : undefined,
      fieldErrors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
      current: current as ErrorBody['current'],
      act: typeof act === 'string' ? act : undefined,
    };
  } catch {
    return {};
  }
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== 'object' || value === null) return false;
  const { path, message } = value as Record<string, unknown>;
  return typeof path === 'string' && typeof message === 'string';
}
