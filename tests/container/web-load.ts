import { setTimeout as sleep } from 'node:timers/promises';
import { claim, send } from '../faults/load/web-client.ts';
import { WEB_KINDS, type WebCount, type WebKind } from '../upgrade/web-load.ts';
import type { ContainerSite } from './site.ts';

/** Visitors of pages of handles, which have no limit. */
const READERS = 3;
/**
 * Milliseconds between two requests of each kind. All clients have one address here, whose limit of 600 calls a minute and of 90
 * writes stays as it is in production.
 */
const EVERY = { asset: 300, later: 1000, edit: 1000, claim: 12_000 };
let visitors = 0;

/** Visitors who read pages with their assets, claim handles by the emailed link, and edit a profile, all through Caddy. */
export class ContainerWebLoad {
  readonly counts = Object.fromEntries(WEB_KINDS.map((kind) => [kind, { done: 0, failures: [] }])) as unknown as Record<
    WebKind,
    WebCount
  >;
  /** What happens meanwhile, for messages about failures. */
  step = '';
  readonly #site: ContainerSite;
  #running = true;
  /** Assets of pages that were opened before. */
  readonly #opened = new Set<string>();
  readonly #work: Promise<void>[];

  constructor(site: ContainerSite) {
    this.#site = site;
    this.#work = [
      ...Array.from({ length: READERS }, () => this.#repeat(20, () => this.#readHandles())),
      this.#repeat(EVERY.asset, () => this.#readWithAssets()),
      this.#repeat(EVERY.later, () => this.#loadLater()),
      this.#repeat(EVERY.claim, () => this.#claim()),
      this.#edit(),
    ];
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#work);
  }

  async #repeat(pause: number, act: () => Promise<void>): Promise<void> {
    while (this.#running) {
      await act();
      await sleep(pause);
    }
  }

  async #readHandles(): Promise<void> {
    for (const { address } of this.#site.people) await this.#get('page', `/${address.split('@')[0]}`);
  }

  async #readWithAssets(): Promise<void> {
    for (const path of ['/', '/create']) {
      const html = await this.#get('page', path);
      const assets = new Set([...(html ?? '').matchAll(/"(\/assets\/[^"#]+)/g)].map((match) => match[1] ?? ''));
      for (const asset of assets) {
        if (!this.#running) return;
        this.#opened.add(asset);
        await this.#get('asset', asset);
        await sleep(EVERY.asset);
      }
    }
  }

  /** Loads an asset of any page that was ever read, whichever release serves by now. */
  async #loadLater(): Promise<void> {
    const [asset] = this.#opened;
    if (!asset) return;
    // To the end of the order.
    this.#opened.delete(asset);
    this.#opened.add(asset);
    await this.#get('open page', asset);
  }

  async #claim(): Promise<void> {
    visitors++;
    const name = `contained-visitor-${visitors}`;
    await this.#attempt('claim', async () => void (await claim(this.#site, name, `${name}@senders.internal`)));
  }

  /** Edits a profile again and again; each read must return the last edit. */
  async #edit(): Promise<void> {
    const owner = [...this.#site.owners.values()][0] ?? { cookie: '', id: 0 };
    for (let number = 1; this.#running; number++) {
      await this.#attempt('edit', async () => {
        const displayName = `Edit ${number}`;
        const path = `/api/handles/${owner.id}`;
        const edited = await send(this.#site, 'PATCH', path, { displayName }, owner.cookie);
        if (!edited.ok) throw new Error(`PATCH returns ${edited.status} ${await edited.text()}`);
        const list = await send(this.#site, 'GET', '/api/handles', undefined, owner.cookie);
        const text = await list.text();
        if (!list.ok || !text.includes(displayName)) throw new Error(`${displayName} is not read: ${list.status}`);
      });
      await sleep(EVERY.edit);
    }
  }

  async #get(kind: WebKind, path: string): Promise<string | null> {
    let text: string | null = null;
    await this.#attempt(kind, async () => {
      const reply = await send(this.#site, 'GET', path);
      text = await reply.text();
      if (reply.status !== 200) throw new Error(`${path} returns ${reply.status} ${text.slice(0, 200)}`);
    });
    return text;
  }

  async #attempt(kind: WebKind, act: () => Promise<void>): Promise<void> {
    const count = this.counts[kind];
    const { step } = this;
    try {
      await act();
      count.done++;
    } catch (error) {
      count.failures.push(`${step || this.step}: ${(error as Error).message}`);
      await sleep(100);
    }
  }
}
