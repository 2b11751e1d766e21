/**
 * The outcome of a call to PayPal. `refused`: permanent, with PayPal's name for the reason. `later`: not done, can be
 * retried. `unknown`: may have been done; the caller must read the state before retrying.
 */
export type Outcome<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; issue: string }
  | { kind: 'later'; problem: string }
  | { kind: 'unknown'; problem: string };

/** Socket errors before anything was sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH']);

/** Returns the outcome of a call without a response. A call that only reads can always be retried. */
export function noResponse(error: unknown, reads: boolean): Outcome<never> {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause;
  const problem = `no response: ${String(cause?.code ?? cause?.message ?? (error as Error).name)}`;
  return { kind: reads || NOT_SENT.has(String(cause?.code)) ? 'later' : 'unknown', problem };
}

/** Statuses below 500 that are temporary. */
const TEMPORARY = new Set([401, 408, 425, 429]);

/** Returns the outcome of a response with an error status. 409: another call with the same request id is in progress. */
export function errorResponse(status: number, body: unknown, reads: boolean): Outcome<never> {
  const issue = issueOf(body);
  const problem = `status ${status}${issue ? ` ${issue}` : ''}`;
  if (TEMPORARY.has(status)) return { kind: 'later', problem };
  if (status >= 400 && status < 500 && status !== 409) return { kind: 'refused', issue: issue ?? `STATUS_${status}` };
  return { kind: reads ? 'later' : 'unknown', problem };
}

function issueOf(body: unknown): string | undefined {
  const { details, name } = (body ?? {}) as { details?: { issue?: unknown }[]; name?: unknown };
  const issue = Array.isArray(details) ? details[0]?.issue : undefined;
  return typeof issue === 'string' ? issue : typeof name === 'string' ? name : undefined;
}

/** Reads a response as text. Rejects, and ends the connection, if it is longer than `maxBytes`. */
export async function readReply(reply: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of reply.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error('reply too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
