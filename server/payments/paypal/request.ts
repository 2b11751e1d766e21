import type { z } from 'zod';
import type { PaypalConfig } from '../../platform/config/paypal-config.ts';
import { type Outcome, readReply, withoutAnswer, withoutSuccess } from './outcome.ts';
import { tokenReply } from './replies.ts';

/** A token is not used in its last minute. */
const MARGIN = 60_000;
/** PayPal's replies are a few kilobytes. */
const LONGEST_REPLY = 1024 * 1024;

export interface Ask<Value> {
  method: 'GET' | 'POST';
  path: string;
  /** The shape of a success. */
  reply: z.ZodType<Value>;
  body?: object;
  /** The name under which PayPal does this once, however often it is asked. */
  requestId?: string;
}

/** Calls PayPal with our credentials: one access token, renewed in time and when PayPal wants another. */
export function paypalRequests(config: PaypalConfig) {
  const basic = `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`;
  let kept: { token: string; until: number } | undefined;
  let fetching: Promise<Outcome<string>> | undefined;

  /** One exchange: fetch, read, parse. The time limit covers all of it. */
  async function exchange<Value>(
    path: string,
    init: RequestInit,
    reply: z.ZodType<Value>,
  ): Promise<Outcome<Value> & { status?: number }> {
    const reads = init.method === 'GET';
    let status: number;
    let text: string;
    try {
      const answer = await fetch(config.base + path, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(config.timeout),
      });
      status = answer.status;
      text = await readReply(answer, LONGEST_REPLY);
    } catch (error) {
      return withoutAnswer(error, reads);
    }
    const body = parseJson(text);
    if (status < 200 || status >= 300) return { ...withoutSuccess(status, body, reads), status };
    const parsed = reply.safeParse(body);
    if (parsed.success) return { kind: 'done', value: parsed.data, status };
    return { kind: reads ? 'later' : 'unknown', problem: `status ${status} with an answer that is not understood` };
  }

  async function fetchToken(form: Record<string, string>) {
    const outcome = await exchange(
      '/v1/oauth2/token',
      {
        method: 'POST',
        headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
      },
      tokenReply,
    );
    // A token too many does no harm, and credentials that are refused may be mended: it is always worth another try.
    if (outcome.kind === 'done') return outcome;
    const problem = outcome.kind === 'refused' ? `credentials refused: ${outcome.issue}` : outcome.problem;
    return { kind: 'later', problem } as const;
  }

  async function accessToken(): Promise<Outcome<string>> {
    if (kept && kept.until > Date.now()) return { kind: 'done', value: kept.token };
    fetching ??= fetchToken({})
      .then((outcome): Outcome<string> => {
        if (outcome.kind !== 'done') return outcome;
        const { access_token: token, expires_in: seconds } = outcome.value;
        kept = { token, until: Date.now() + seconds * 1000 - MARGIN };
        return { kind: 'done', value: token };
      })
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  }

  return {
    /** A token for the browser's SDK, bound to our domain. */
    async clientToken(domain: string): Promise<Outcome<string>> {
      const outcome = await fetchToken({ response_type: 'client_token', 'domains[]': domain });
      return outcome.kind === 'done' ? { kind: 'done', value: outcome.value.access_token } : outcome;
    },

    async ask<Value>({ method, path, reply, body, requestId }: Ask<Value>): Promise<Outcome<Value>> {
      for (const last of [false, true]) {
        const token = await accessToken();
        if (token.kind !== 'done') return token;
        const outcome = await exchange(
          path,
          {
            method,
            headers: {
              authorization: `Bearer ${token.value}`,
              accept: 'application/json',
              'content-type': 'application/json',
              ...(method === 'POST' && { prefer: 'return=representation' }),
              ...(requestId && { 'paypal-request-id': requestId }),
            },
            ...(body && { body: JSON.stringify(body) }),
          },
          reply,
        );
        if (outcome.status !== 401 || last) return outcome;
        kept = undefined;
      }
      throw new Error('never reached: the last try answers');
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
