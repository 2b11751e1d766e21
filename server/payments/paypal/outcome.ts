/**
 * How a call to PayPal ended. `refused`: for good, with PayPal's name for the reason. `later`: not done, worth another try.
 * `unknown`: it may have been done; whoever asked must look before trying again.
 */
export type Outcome<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; issue: string }
  | { kind: 'later'; problem: string }
  | { kind: 'unknown'; problem: string };

/** Errors of the socket that come before anything was sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH']);

/** A call that got no answer. One that only reads did nothing, whatever became of it. */
export function withoutAnswer(error: unknown, reads: boolean): Outcome<never> {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause;
  const problem = `no answer: ${String(cause?.code ?? cause?.message ?? (error as Error).name)}`;
  return { kind: reads || NOT_SENT.has(String(cause?.code)) ? 'later' : 'unknown', problem };
}

/** Statuses that say "not now" although they are no fault of PayPal's. */
const NOT_NOW = new Set([401, 408, 425, 429]);

/** An answer that is no success. 409: the same call is under way elsewhere. */
export function withoutSuccess(status: number, body: unknown, reads: boolean): Outcome<never> {
  const issue = issueOf(body);
  const problem = `status ${status}${issue ? ` ${issue}` : ''}`;
  if (NOT_NOW.has(status)) return { kind: 'later', problem };
  if (status >= 400 && status < 500 && status !== 409) return { kind: 'refused', issue: issue ?? `STATUS_${status}` };
  return { kind: reads ? 'later' : 'unknown', problem };
}

function issueOf(body: unknown): string | undefined {
  const { details, name } = (body ?? {}) as { details?: { issue?: unknown }[]; name?: unknown };
  const issue = Array.isArray(details) ? details[0]?.issue : undefined;
  return typeof issue === 'string' ? issue : typeof name === 'string' ? name : undefined;
}

/** Reads a reply as text, `most` bytes of it at most. Rejects, and ends the connection, where it is longer. */
export async function readReply(reply: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of reply.body ?? []) {
    length += part.length;
    if (length > most) throw new Error('reply too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
