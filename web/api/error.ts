import type { ErrorCode } from '../../contract/errors.ts';

interface FieldFault {
  path: string;
  message: string;
}

interface Said {
  code?: string | undefined;
  message?: string | undefined;
  fields?: FieldFault[];
  current?: object | null | undefined;
}

/** An answer that is not a success. `message` reads "status: body"; screens show `serverMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The code of the contract's catalogue, where the answer carried one. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** What the server wants the person to read, where it said so. */
  readonly serverMessage: string | undefined;
  /** What is wrong with which field of what was sent; `path` reads `bio` or `socialLinks.0.url`. */
  readonly fields: readonly FieldFault[];
  /** How things stand now, where the call was about an earlier version; null for nothing any more. */
  readonly current: object | null | undefined;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const said = parseErrorBody(body);
    this.code = said.code;
    this.serverMessage = said.message;
    this.fields = said.fields ?? [];
    this.current = said.current;
  }
}

/** By hand, not by schema: a failing answer may come from a proxy and be anything, and must not need a further download. */
function parseErrorBody(body: string): Said {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return {};
    const { code, message, errors, current } = value as Record<string, unknown>;
    return {
      code: typeof code === 'string' ? code : undefined,
      message: typeof message === 'string' && message !== '' ? message : undefined,
      fields: Array.isArray(errors) ? errors.filter(isFieldFault) : [],
      current: current as Said['current'],
    };
  } catch {
    return {};
  }
}

function isFieldFault(value: unknown): value is FieldFault {
  if (typeof value !== 'object' || value === null) return false;
  const { path, message } = value as Record<string, unknown>;
  return typeof path === 'string' && typeof message === 'string';
}
