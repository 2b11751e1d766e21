import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world/world.ts';
import { claim, cookieOf, linkTo, post, send } from './web-client.ts';

const AT_ONCE = 4;
let users = 0;

/** Use of the web pages during a fault: repeated writes, and repeated presses of the button of an emailed link. */
export class WebUse {
  readonly #world: World;
  readonly #owner: { cookie: string; id: number };
  readonly #broken: string[] = [];
  readonly #work: Promise<void>[];
  #running = true;
  /** The last write with a success response, and all later writes without a response. */
  #possible = new Set<string>();
  #accepted = 0;
  #claimed = 0;

  constructor(world: World, owner: { cookie: string; id: number }) {
    this.#world = world;
    this.#owner = owner;
    this.#work = [this.#write(), this.#press()];
  }

  static async begin(world: World): Promise<WebUse> {
    users++;
    return new WebUse(world, await claim(world, `writer-number-${users}`, `writer-${users}@senders.internal`));
  }

  /** Waits for the running requests, and returns texts for broken invariants (I5 and I6). */
  async end(): Promise<string[]> {
    await sleep(1500);
    this.#running = false;
    await Promise.all(this.#work);
    const list = await this.#untilSuccess(() =>
      send(this.#world, 'GET', '/api/handles', undefined, this.#owner.cookie),
    );
    const [{ displayName }] = (await list.json()) as [{ displayName: string }];
    if (!this.#possible.has(displayName)) {
      this.#broken.push(`I6: the name is "${displayName}", but ${[...this.#possible].join(' or ')} was written last`);
    }
    if (this.#accepted === 0) this.#broken.push('harness: no write was accepted');
    if (this.#claimed === 0) this.#broken.push('harness: no claim link was used');
    return this.#broken;
  }

  async #write(): Promise<void> {
    for (let number = 1; this.#running; number++) {
      const displayName = `Write ${number}`;
      this.#possible.add(displayName);
      const path = `/api/handles/${this.#owner.id}`;
      const response = await send(this.#world, 'PATCH', path, { displayName }, this.#owner.cookie).catch(() => null);
      if (response?.ok) {
        this.#accepted++;
        this.#possible = new Set([displayName]);
      } else if (response && response.status < 500) {
        this.#broken.push(`I6: a write returned ${response.status} ${await response.text()}`);
        return;
      }
      await sleep(20);
    }
  }

  async #press(): Promise<void> {
    while (this.#running) {
      const failure = await pressConcurrently(this.#world).catch((error: Error) => error.message);
      if (failure === null) this.#claimed++;
      else if (failure.startsWith('I5')) this.#broken.push(failure);
      await sleep(50);
    }
  }

  async #untilSuccess(request: () => Promise<Response>): Promise<Response> {
    for (const deadline = Date.now() + 30_000; ; await sleep(200)) {
      const response = await request().catch(() => null);
      if (response?.ok) return response;
      if (Date.now() > deadline) throw new Error(`The handles cannot be read: status ${response?.status}`);
    }
  }
}

/**
 * A new person presses the button of a claim link several times in parallel. Returns null if it succeeds once, or a text if
 * a token gave two sessions (I5) or none.
 */
export async function pressConcurrently(world: World): Promise<string | null> {
  users++;
  const email = `presser-${users}@senders.internal`;
  const response = await post(world, '/api/send-magic-link', { email, handle: `presser-number-${users}` });
  if (!response.ok) return `the claim returned ${response.status}`;
  const link = await linkTo(world, email);
  const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => post(world, link).catch(() => null)));
  const sessions = responses.filter((response) => response?.status === 303 && cookieOf(response) !== '').length;
  const rows = await world.query<{ sessions: number }>(
    'select count(*)::int as sessions from sessions s join accounts a on a.id = s.account_id where a.email = $1',
    [email],
  );
  const stored = rows[0]?.sessions ?? 0;
  if (sessions > 1 || stored > 1) return `I5: one token gave ${sessions} sessions, ${stored} are stored`;
  return sessions === 1 ? null : 'no session was created';
}
