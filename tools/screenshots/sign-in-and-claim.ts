import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext } from 'playwright';
import PostalMime from 'postal-mime';
import type { App } from '../../tests/support/server/app-process.ts';

/** Signs in the development account (local mode only). */
export async function signIn(app: App, request: APIRequestContext): Promise<void> {
  await post(app, request, '/api/dev-login');
}

/** Requests a handle as `handle@example.test`. Returns the path of the magic link. */
export async function askToClaim(app: App, request: APIRequestContext, handle: string): Promise<string> {
  await post(app, request, '/api/send-magic-link', { email: `${handle}@example.test`, handle });
  return magicLink(app, handle);
}

/** Submits the form of a magic link, which signs in. */
export async function followLink(app: App, request: APIRequestContext, path: string): Promise<void> {
  await post(app, request, path);
}

/** Adds the inbox `handle@inbox.example` to a handle and verifies it. Returns the handle's id. */
export async function addInbox(app: App, request: APIRequestContext, handle: string): Promise<number> {
  const [{ id }] = await (await request.get(`${app.url}/api/handles?limit=1`)).json();
  await post(app, request, '/api/email-forwarding', { handleId: id, forwardingEmail: `${handle}@inbox.example` });
  await post(app, request, await magicLink(app, `${handle}@inbox.example`));
  return id;
}

async function post(app: App, request: APIRequestContext, path: string, data?: object): Promise<void> {
  const response = await request.post(`${app.url}${path}`, {
    headers: { origin: app.url },
    ...(data ? { data } : {}),
  });
  if (!response.ok()) throw new Error(`POST ${path} returned ${response.status()}: ${await response.text()}`);
}

/** Waits for an email in the outbox that contains `search`. Returns the path of the magic link in it. */
async function magicLink(app: App, search: string): Promise<string> {
  const folder = join(app.dataDir, 'outbox');
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100)) {
    for (const file of emailsIn(folder)) {
      const { text = '' } = await PostalMime.parse(readFileSync(join(folder, file)));
      const link = /https?:\/\/[^/\s]+(\/link\/[\w-]+)/.exec(text)?.[1];
      if (link && text.includes(search)) return link;
    }
  }
  throw new Error(`no email about ${search} arrived in ${folder}`);
}

function emailsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.eml'));
  } catch {
    return []; // the first email creates the folder
  }
}
