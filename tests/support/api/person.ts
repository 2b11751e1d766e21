import { expect } from 'vitest';
import type { TestServer } from '../server/test-server.ts';

export interface ApiResponse<T = unknown> {
  status: number;
  body: T;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

/** Returns the path of the first magic link in the text of an email. */
export function linkIn(text: string | undefined): string {
  const found = /https?:\/\/[^\s]+(\/link\/[\w-]+)/.exec(text ?? '');
  if (!found?.[1]) throw new Error(`no link in: ${text}`);
  return found[1];
}

/** A client that behaves like a browser: it keeps cookies, and sends the Origin header with writes. */
export class Person {
  readonly #server: TestServer;
  readonly #cookies = new Map<string, string>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read single fields of responses
  async request<T = any>(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<T>> {
    const response = await this.#server.app.inject({
      method,
      url,
      headers: {
        host: this.#server.config.site.host,
        ...(method !== 'GET' && { origin: this.#server.config.site.origin }),
        ...(this.#cookies.size > 0 && {
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      const over = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
      if (over || value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const json = String(response.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: response.statusCode,
      body: (json && response.body !== '' ? response.json() : null) as T,
      text: response.body,
      headers: response.headers,
    };
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** Claims a free handle by the emailed link, and is signed in afterwards. */
  async claim(handle: string, email: string): Promise<void> {
    expect((await this.request('POST', '/api/send-magic-link', { email, handle, plan: 'Free' })).status).toBe(200);
    // Notices to other inboxes may be earlier in the queue.
    const claimEmail = (await this.#server.sentEmails()).find(({ text }) => text?.includes('/link/'));
    const response = await this.request('POST', linkIn(claimEmail?.text));
    expect(response.status).toBe(303);
  }
}
