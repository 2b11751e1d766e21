import { createTransport } from 'nodemailer';
import { DOMAIN } from '../drills/site.ts';
import { claim, cookieOf, linkTo, post, send } from '../faults/load/web-client.ts';
import { plainPng } from '../support/pictures/picture-bytes.ts';
import { ADMIN, type ContainerSite } from './site.ts';

/** Uses the site through Caddy as its owner, an administrator and a visitor do. Returns a line for each thing that fails. */
export async function useFailures(site: ContainerSite): Promise<string[]> {
  const failures: string[] = [];
  const step = async (name: string, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
    }
  };
  const requireStatus = async (expected: number, request: Promise<Response>): Promise<Response> => {
    const reply = await request;
    if (reply.status !== expected) throw new Error(`${reply.status} instead of ${expected}: ${await reply.text()}`);
    return reply;
  };

  const owner = 'owner-0@senders.internal';
  let cookie = '';
  await step('sign-in by an emailed link', async () => {
    site.sink.collect(site.ledger.entries);
    const earlier = site.sink.emails.filter(({ to }) => to === owner).length;
    await requireStatus(200, post(site, '/api/send-login-magic-link', { email: owner }));
    cookie = cookieOf(await post(site, await linkTo(site, owner, earlier + 1)));
    await requireStatus(200, send(site, 'GET', '/api/handles', undefined, cookie));
  });
  await step('a picture in the bucket', async () => {
    const begun = await requireStatus(200, post(site, '/api/avatars/upload', {}, cookie));
    const { uploadURL } = (await begun.json()) as { uploadURL: string };
    const body = new Uint8Array(await plainPng(300, 300));
    const address = `http://127.0.0.1:${site.httpPort}${uploadURL.replace(site.site, '')}`;
    const headers = { 'content-type': 'image/png', origin: site.site };
    await requireStatus(200, fetch(address, { method: 'PUT', body, headers }));
    const taken = await requireStatus(200, put(site, '/api/profile/avatar', { avatarUrl: uploadURL }, cookie));
    const { avatarUrl } = (await taken.json()) as { avatarUrl: string };
    const shown = await requireStatus(200, send(site, 'GET', new URL(avatarUrl, site.site).pathname));
    const type = shown.headers.get('content-type') ?? 'none';
    if (!type.startsWith('image/')) throw new Error(`it is served as ${type}`);
  });
  await step('the administrator', async () => {
    await requireStatus(403, send(site, 'GET', '/api/admin/stats', undefined, cookie));
    const admin = await claim(site, 'contained-admin', ADMIN);
    // In production an administrator needs a passkey too.
    const refused = await requireStatus(403, send(site, 'GET', '/api/admin/stats', undefined, admin.cookie));
    const { code } = (await refused.json()) as { code: string };
    if (code !== 'passkey_enrolment_required') throw new Error(`an administrator is refused with ${code}`);
  });
  await step('STARTTLS with the certificate of Caddy', async () => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: site.smtpPort,
      requireTLS: true,
      tls: { ca: site.authority, servername: DOMAIN },
    });
    await transport.verify().finally(() => transport.close());
    // The doctor verifies it with the authorities of the machine, which do not include Caddy's own.
    const copied = await site.tryCompose(['exec', '--no-TTY', 'jobs', 'sh', '-c', 'cat >/tmp/ca.pem'], site.authority);
    if (copied.code !== 0) throw new Error(copied.output);
    const trusting = ['exec', '--no-TTY', '--env', 'NODE_EXTRA_CA_CERTS=/tmp/ca.pem', 'jobs'];
    const { stdout } = await site.tryCompose([...trusting, '/opt/nameplate/nameplate', 'doctor', '--json']);
    const { findings } = JSON.parse(stdout) as { findings: { kind: string; what: string }[] };
    const isFine = findings.some(
      ({ kind, what }) => kind === 'ok' && what.startsWith('the certificate in TLS_CERT is valid'),
    );
    if (!isFine)
      throw new Error(
        `the doctor reports: ${JSON.stringify(findings.filter(({ what }) => /TLS_|STARTTLS/.test(what)))}`,
      );
  });
  await step('commands', async () => {
    for (const args of [
      ['admin', 'stats'],
      ['queue', 'list'],
      ['jobs', 'list'],
    ]) {
      const { code, output } = await site.command('jobs', ...args);
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output.slice(-300)}`);
    }
    const { stdout } = await site.command('jobs', 'doctor', '--json');
    const { findings } = JSON.parse(stdout) as { findings: { kind: string; what: string }[] };
    const isFine = findings.some(({ kind, what }) => kind === 'ok' && what.startsWith('clients are distinguished'));
    if (!isFine) throw new Error('the doctor does not find that clients are distinguished behind Caddy');
    const bucket = findings.find(({ kind, what }) => kind !== 'ok' && what.includes('bucket'));
    if (bucket) throw new Error(`the doctor reports: ${bucket.what}`);
  });
  return failures;
}

/** `send` of the harness supports only the methods of its own load. */
async function put(site: ContainerSite, path: string, body: object, cookie: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${site.httpPort}${path}`, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin: site.site, cookie },
  });
}
