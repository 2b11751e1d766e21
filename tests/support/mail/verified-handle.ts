import type { App } from '../server/app-process.ts';
import { linkIn, mailsTo, nextMailTo } from './outbox.ts';

async function post(app: App, path: string, cookie = '', body?: object): Promise<Response> {
  const response = await fetch(new URL(path, app.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: app.url, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status >= 400) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Claims `handle` on a running app and verifies `inbox` as its forwarding address, by the emailed links. */
export async function verifiedHandle(app: App, handle: string, inbox: string): Promise<void> {
  const email = `${handle}@account.example`;
  await post(app, '/api/send-magic-link', '', { email, handle });
  const claimed = await post(app, linkIn(await nextMailTo(app, email)));
  const cookie = String(claimed.headers.get('set-cookie')).split(';')[0] ?? '';
  const list = await fetch(`${app.url}/api/handles`, { headers: { cookie } });
  const [{ id }] = (await list.json()) as [{ id: number }];
  const before = (await mailsTo(app, inbox)).length;
  await post(app, '/api/email-forwarding', cookie, { handleId: id, forwardingEmail: inbox });
  await post(app, linkIn(await nextMailTo(app, inbox, before + 1)));
}
