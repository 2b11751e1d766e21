import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../drills/run.ts';
import { type Method, send } from '../faults/load/web-client.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import type { Installation } from './installation.ts';
import { type EditedPage, type FailedRead, isFresh } from './verdict.ts';

interface Owned extends EditedPage {
  id: number;
}

/** An owner who edits pages and claims handles without a pause, and visitors who read the pages, over all http processes. */
export class WebLoad {
  readonly pages: Owned[] = [];
  /** Handles whose claim got 201. */
  readonly claimed: string[] = [];
  /** The time at which each claim got 201, by handle. */
  readonly claimedAt = new Map<string, number>();
  readonly failedReads: FailedRead[] = [];
  readonly counts = { edits: 0, failedEdits: 0, claims: 0, failedClaims: 0, reads: 0 };
  readonly #installation: Installation;
  #cookie = '';
  #quiet = '';
  #running = true;
  #work: Promise<void>[] = [];

  constructor(installation: Installation) {
    this.#installation = installation;
  }

  /** Signs in, and claims the handles that get mail and edits, and the one that is only read. */
  async prepare(handles: string[], quiet: string, database: DatabaseCluster): Promise<void> {
    this.#quiet = quiet;
    const signedIn = await this.#call('POST', '/api/dev-login', 0);
    this.#cookie = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    for (const handle of [quiet, ...handles]) {
      const claim = await this.#call('POST', '/api/profiles', 0, { username: handle });
      if (claim.status !== 201) throw new Error(`${handle} was not claimed: ${claim.status} ${await claim.text()}`);
      const [row] = await database.query<{ id: number }>('select id from handles where handle = $1', [handle]);
      const inbox = `${handle}@inboxes.internal`;
      await database.query(
        `insert into forwardings (handle_id, address, address_key) values ($1, $2, $2)
          on conflict (handle_id) do update set address = excluded.address, address_key = excluded.address_key`,
        [row?.id, inbox],
      );
      if (handle !== quiet) this.pages.push({ handle, id: row?.id ?? 0, acknowledged: 0, sent: 0 });
    }
  }

  start(): void {
    this.#work = [
      ...this.pages.map((page, at) => this.#repeat(() => this.#edit(page, at))),
      this.#repeat(() => this.#claim()),
      ...[0, 1, 2].map((process) => this.#repeat(() => this.#read(process))),
    ];
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#work);
  }

  /** Waits until every process shows the last edit of every page; throws if one keeps an older page. */
  async requireFreshPages(): Promise<void> {
    for (const page of this.pages) {
      for (const process of this.#installation.httpPorts.keys()) {
        await until(
          `edit ${page.acknowledged} of ${page.handle} on http${process + 1}`,
          async () => isFresh(page, await (await this.#call('GET', `/${page.handle}`, process)).text()),
          30,
        );
      }
    }
  }

  async #edit(page: Owned, at: number): Promise<void> {
    page.sent += 1;
    const number = page.sent;
    const change = { displayName: `Edit ${number}` };
    const response = await this.#attempt('PATCH', `/api/handles/${page.id}`, at + number, change);
    if (response?.ok) page.acknowledged = number;
    this.counts[response?.ok ? 'edits' : 'failedEdits'] += 1;
  }

  async #claim(): Promise<void> {
    const number = this.counts.claims + this.counts.failedClaims;
    const username = `claimed-in-cluster-${number}`;
    const response = await this.#attempt('POST', '/api/profiles', number, { username });
    if (response?.status === 201) {
      this.claimed.push(username);
      this.claimedAt.set(username, Date.now());
    }
    this.counts[response?.status === 201 ? 'claims' : 'failedClaims'] += 1;
    await sleep(50);
  }

  async #read(process: number): Promise<void> {
    const page = this.pages[this.counts.reads % this.pages.length];
    await this.#judgedRead(page?.handle ?? '', process, false);
    await this.#judgedRead(this.#quiet, process, true);
  }

  async #judgedRead(handle: string, process: number, quiet: boolean): Promise<void> {
    const from = Date.now();
    const response = await this.#readSomewhere(`/${handle}`, process);
    if (response?.ok) this.counts.reads += 1;
    else this.failedReads.push({ from, until: Date.now(), quiet, status: response?.status ?? 'none' });
  }

  /** Reads a page from the next process if one is down, as a proxy does. */
  async #readSomewhere(path: string, first: number): Promise<Response | undefined> {
    for (const step of this.#installation.httpPorts.keys()) {
      const response = await this.#attempt('GET', path, first + step);
      if (response) return response;
    }
    return undefined;
  }

  /** Waits until every process has served the page that nobody edits. */
  async untilQuietPageIsServed(): Promise<void> {
    for (const process of this.#installation.httpPorts.keys()) {
      const isServed = async () => (await this.#call('GET', `/${this.#quiet}`, process)).ok;
      await until(`the unedited page on http${process + 1}`, isServed, 60);
    }
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (this.#running) {
      await act();
      await sleep(50);
    }
  }

  async #attempt(method: Method, path: string, process: number, body?: object): Promise<Response | undefined> {
    try {
      const response = await this.#call(method, path, process, body);
      await response.clone().arrayBuffer();
      return response;
    } catch {
      return undefined;
    }
  }

  /** Calls the http process with this number, modulo the number of processes. */
  async #call(method: Method, path: string, number: number, body?: object): Promise<Response> {
    const { httpPorts, origin } = this.#installation;
    const httpPort = httpPorts[number % httpPorts.length] ?? 0;
    return send({ site: origin, httpPort }, method, path, body, this.#cookie);
  }
}
