import type { ErrorCode } from '../../contract/errors.ts';

/** An answer that is not a success. `message` reads "status: body"; screens show `serverMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The code of the contract's catalogue, where the answer carried one. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** What the server wants the person to read, where it said so. */
  readonly serverMessage: string | undefined;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const said = parseErrorBody(body);
    this.code = said.code;
    this.serverMessage = said.message;
  }
}

/** By hand, not by schema: a failing answer may come from a proxy and be anything, and must not need a further download. */
function parseErrorBody(body: string): { code?: string | undefined; message?: string | undefined } {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return {};
    const { code, message } = value as Record<string, unknown>;
    return {
      code: typeof code === 'string' ? code : undefined,
      message: typeof message === 'string' && message !== '' ? message : undefined,
    };
  } catch {
    return {};
  }
}
