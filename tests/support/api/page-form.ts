import type { TestServer } from '../server/test-server.ts';

interface PageOptions {
  /** Whether mail is forwarded, true by default. */
  inbox?: string | null;
  contact?: Record<string, unknown> | null;
  subscribe?: Record<string, unknown> | null;
}

let number = 0;

/** Creates an active handle without an owner, whose page has a contact form and an email list, and whose mail is forwarded. */
export async function createFormPage(
  { db }: TestServer,
  handle = `page-with-forms-${number++}`,
  { inbox = `${handle}@inbox.example`, contact = {}, subscribe = {} }: PageOptions = {},
) {
  const { id } = await db.insertInto('handles').values({ handle }).returning('id').executeTakeFirstOrThrow();
  if (inbox !== null) {
    await db
      .insertInto('forwardings')
      .values({ handle_id: id, address: inbox, address_key: inbox, keep_subjects: true })
      .execute();
  }
  const blocks = { contact, subscribe };
  for (const [type, content] of Object.entries(blocks)) {
    if (content === null) continue;
    await db
      .insertInto('page_blocks')
      .values({ id: `${type}-block`, handle_id: id, type, content: JSON.stringify(content), position: 0 })
      .execute();
  }
  return { handle, id, inbox };
}

/** A browser without script: it reads the form of a page and sends it. */
export class FormVisitor {
  readonly #server: TestServer;
  readonly #headers: Record<string, string>;

  constructor(server: TestServer, headers: Record<string, string> = {}) {
    this.#server = server;
    this.#headers = headers;
  }

  /** Opens the page of a form. */
  async open(handle: string, form: 'contact' | 'subscribe' | 'report') {
    const { host } = this.#server.config.site;
    const headers = { accept: 'text/html', host, ...this.#headers };
    const {
      statusCode,
      body,
      headers: received,
    } = await this.#server.app.inject({ url: `/${handle}/${form}`, headers });
    return { status: statusCode, html: body, headers: received, token: tokenIn(body) };
  }

  /** Sends a form as the browser encodes it. A body that is a string is sent as it is. */
  async send(
    handle: string,
    form: 'contact' | 'subscribe' | 'report',
    fields: Record<string, string> | string,
    more: Record<string, string | undefined> = {},
  ) {
    const { host, origin } = this.#server.config.site;
    const headers: Record<string, string | undefined> = {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      host,
      origin,
      ...this.#headers,
      ...more,
    };
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const {
      statusCode,
      body,
      headers: received,
    } = await this.#server.app.inject({
      method: 'POST',
      url: `/${handle}/${form}`,
      headers: sent as Record<string, string>,
      payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    });
    return { status: statusCode, html: body, headers: received };
  }

  /** Opens the page of a form, waits for as long as a person types, and sends it. */
  async fill(handle: string, form: 'contact' | 'subscribe' | 'report', fields: Record<string, string>) {
    const { token } = await this.open(handle, form);
    this.#server.advance(5000);
    return this.send(handle, form, { form: token, ...fields });
  }
}

/** Returns the token in the hidden field of a form; an empty text for a page without one. */
export function tokenIn(html: string): string {
  return /name="form" value="([^"]*)"/.exec(html)?.[1] ?? '';
}

/** Returns the texts of the errors that a page shows. */
export function errorsIn(html: string): string[] {
  return [...html.matchAll(/class="np-error"[^>]*>([^<]*)</g)].map(([, text = '']) => text);
}
