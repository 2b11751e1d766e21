import type { z } from 'zod';
import type { PaypalConfig } from '../../platform/config/paypal-config.ts';
import { errorResponse, noResponse, type Outcome, readReply } from './outcome.ts';
import { tokenReply } from './replies.ts';

/** A token is no longer used within this many milliseconds of its end. */
const MARGIN = 60_000;
/** PayPal's responses have a few kilobytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

export interface PaypalRequest<Value> {
  method: 'GET' | 'POST';
  path: string;
  /** The schema of a successful response. */
  reply: z.ZodType<Value>;
  body?: object;
  /** PayPal executes requests with the same id only once. */
  requestId?: string;
}

/** Sends requests to PayPal with one access token, which is renewed before it expires and after a 401. */
export function paypalRequests(config: PaypalConfig) {
  const basic = `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`;
  let accessTokenCache: { token: string; until: number } | undefined;
  let fetching: Promise<Outcome<string>> | undefined;

  /** Sends one request and parses the response. The timeout covers both. */
  async function exchange<Value>(
    path: string,
    init: RequestInit,
    reply: z.ZodType<Value>,
  ): Promise<Outcome<Value> & { status?: number }> {
    const reads = init.method === 'GET';
    let status: number;
    let text: string;
    try {
      const response = await fetch(config.base + path, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(config.timeout),
      });
      status = response.status;
      text = await readReply(response, MAX_RESPONSE_BYTES);
    } catch (error) {
      return noResponse(error, reads);
    }
    const body = parseJson(text);
    if (status < 200 || status >= 300) return { ...errorResponse(status, body, reads), status };
    const parsed = reply.safeParse(body);
    if (parsed.success) return { kind: 'done', value: parsed.data, status };
    return { kind: reads ? 'later' : 'unknown', problem: `status ${status} with an unexpected body` };
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
    // Always temporary: requesting another token does no harm, and an administrator may correct refused credentials.
    if (outcome.kind === 'done') return outcome;
    const problem = outcome.kind === 'refused' ? `credentials refused: ${outcome.issue}` : outcome.problem;
    return { kind: 'later', problem } as const;
  }

  async function accessToken(): Promise<Outcome<string>> {
    if (accessTokenCache && accessTokenCache.until > performance.now()) {
      return { kind: 'done', value: accessTokenCache.token };
    }
    fetching ??= fetchToken({})
      .then((outcome): Outcome<string> => {
        if (outcome.kind !== 'done') return outcome;
        const { access_token: token, expires_in: seconds } = outcome.value;
        accessTokenCache = { token, until: performance.now() + seconds * 1000 - MARGIN };
        return { kind: 'done', value: token };
      })
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  }

  return {
    /** Returns a token for the browser's SDK, bound to our domain. */
    async clientToken(domain: string): Promise<Outcome<string>> {
      const outcome = await fetchToken({ response_type: 'client_token', 'domains[]': domain });
      return outcome.kind === 'done' ? { kind: 'done', value: outcome.value.access_token } : outcome;
    },

    async send<Value>({ method, path, reply, body, requestId }: PaypalRequest<Value>): Promise<Outcome<Value>> {
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
        accessTokenCache = undefined;
      }
      throw new Error('unreachable: the last attempt returns');
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
