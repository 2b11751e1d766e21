import { once } from 'node:events';
import http from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import type { World } from '../world/world.ts';
import type { Person } from './load.ts';

/** The parts of a world that the requests of a browser use. */
export type Visited = Pick<World, 'site' | 'httpPort' | 'sink' | 'ledger'> & { web: { output: string } };

let requests = 0;

/** Sends a write request with the session `cookie`, as a browser does, each from a different client address. */
export async function post(world: Visited, path: string, body?: object, cookie = ''): Promise<Response> {
  return send(world, 'POST', path, body, cookie);
}

export type Method = 'GET' | 'POST' | 'PATCH';

export async function send(
  world: Pick<Visited, 'site' | 'httpPort'>,
  method: Method,
  path: string,
  body?: object,
  cookie = '',
): Promise<Response> {
  requests++;
  // fetch cannot set the Host header, which a proxy forwards.
  const request = http.request({
    host: '127.0.0.1',
    port: world.httpPort,
    path,
    method,
    signal: AbortSignal.timeout(20_000),
    headers: {
      host: new URL(world.site).host,
      ...(method !== 'GET' && { origin: world.site }),
      cookie,
      'x-forwarded-for': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
      'x-forwarded-proto': 'https',
      ...(body && { 'content-type': 'application/json' }),
    },
  });
  request.end(body && JSON.stringify(body));
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  const text = await readText(reply);
  const headers = new Headers(
    Object.entries(reply.headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    ),
  );
  return new Response(text === '' ? null : text, { status: reply.statusCode ?? 0, headers });
}

/** Returns the session cookie that a response sets, as a Cookie header. */
export function cookieOf(response: Response): string {
  const [set] = response.headers.getSetCookie();
  return set?.split(';')[0] ?? '';
}

/** Waits for `count` emails to an inbox, and returns the path of the link in the newest one. */
export async function linkTo(world: Visited, inbox: string, count = 1): Promise<string> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(30)) {
    world.sink.collect(world.ledger.entries);
    const email = world.sink.emails.filter(({ to }) => to === inbox)[count - 1];
    const { text } = email ? await PostalMime.parse(email.bytes) : { text: '' };
    const link = /\/link\/[\w-]+/.exec(text ?? '')?.[0];
    if (link) return link;
  }
  throw new Error(`No email to ${inbox} with a link arrived:\n${world.web.output.slice(-2000)}`);
}

async function requireSuccess(request: Promise<Response>, what: string): Promise<Response> {
  const reply = await request;
  if (reply.status >= 400) throw new Error(`${what}: ${reply.status} ${await reply.text()}`);
  return reply;
}

/** Claims a free handle by the emailed link, and returns the session of its owner and its id. */
export async function claim(world: Visited, handle: string, email: string): Promise<{ cookie: string; id: number }> {
  await requireSuccess(post(world, '/api/send-magic-link', { email, handle }), 'claim');
  const cookie = cookieOf(await requireSuccess(post(world, await linkTo(world, email)), 'link of the claim'));
  const list = await requireSuccess(send(world, 'GET', '/api/handles', undefined, cookie), 'list');
  const [first] = (await list.json()) as [{ id: number }];
  return { cookie, id: first.id };
}

/** Claims a handle for every person of the world and verifies the inbox, as people do. */
export async function claimHandles(
  world: Visited & Pick<World, 'owners' | 'people'> & { destinations: { person: Person }[] },
): Promise<void> {
  await Promise.all(
    world.destinations.map(async ({ person }, at) => {
      const handle = person.address.split('@')[0] ?? '';
      const { cookie, id } = await claim(world, handle, `owner-${at}@senders.internal`);
      world.owners.set(person.address, { cookie, id });
      const forwarding = { handleId: id, forwardingEmail: person.destination };
      await requireSuccess(post(world, '/api/email-forwarding', forwarding, cookie), 'forwarding');
      await requireSuccess(post(world, await linkTo(world, person.destination)), 'link of the forwarding');
    }),
  );
  world.people = world.destinations.map(({ person }) => person);
}

/** Gives a person a verified second inbox, unless there is one. */
export async function addSecondInbox(world: World, person: Person, backup: string): Promise<void> {
  if (person.backup) return;
  const { cookie, id } = world.owners.get(person.address) ?? { cookie: '', id: 0 };
  const list = await requireSuccess(
    send(world, 'GET', '/api/email-forwarding', undefined, cookie),
    'list of forwardings',
  );
  const records = (await list.json()) as { id: number; handle_id: number }[];
  const record = records.find((one) => one.handle_id === id);
  const path = `/api/email-forwarding/${record?.id}/policy`;
  await requireSuccess(send(world, 'PATCH', path, { backupEmail: backup }, cookie), 'second inbox');
  await requireSuccess(post(world, await linkTo(world, backup)), 'link of the second inbox');
  person.backup = backup;
  // Earlier queued messages may also go to the second inbox.
  for (const { copies } of world.ledger.entries.values()) {
    for (const copy of copies) if (copy.destination === person.destination) copy.backup = backup;
  }
}
