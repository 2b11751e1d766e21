import { setTimeout as sleep } from 'node:timers/promises';
import { claim, send } from '../faults/load/web-client.ts';
import type { DrillSite } from './site.ts';

export const WEB_KINDS = ['page', 'asset', 'open page', 'claim', 'edit'] as const;
export type WebKind = (typeof WEB_KINDS)[number];

/** Requests of one kind: how many there were, and a text for each that failed. */
export interface WebCount {
  done: number;
  failures: string[];
}

export interface WebLoadOptions {
  /** Visitors who read these pages again and again. They load the assets of each page only with `assets`. */
  readers: { paths(): string[]; assets: boolean }[];
  /** The first letters of the handles that visitors claim. */
  name: string;
  /** Milliseconds between two requests of each kind, for a limit that stays as it is in production; 20 by default. */
  pauses?: Partial<Record<WebKind, number>>;
}

const PAUSE_MS = 20;
let visitors = 0;

/** Visitors who read pages and load their assets, claim handles by the emailed link, and edit a profile. */
export class WebLoad {
  readonly counts = Object.fromEntries(WEB_KINDS.map((kind) => [kind, { done: 0, failures: [] }])) as unknown as Record<
    WebKind,
    WebCount
  >;
  /** The current step, for messages about failures. */
  step = '';
  readonly #site: DrillSite;
  readonly #options: WebLoadOptions;
  #running = true;
  /** The files that pages opened earlier may still load. */
  readonly #opened = new Set<string>();
  readonly #work: Promise<void>[];

  constructor(site: DrillSite, options: WebLoadOptions) {
    this.#site = site;
    this.#options = options;
    this.#work = [
      ...options.readers.map((reader) => this.#repeat('page', () => this.#read(reader))),
      this.#repeat('claim', () => this.#claim()),
      this.#repeat('open page', () => this.#loadLater()),
      this.#edit(),
    ];
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#work);
  }

  /** From now on, a visitor whose pages stay open loads these files for them, whichever release serves. */
  keepOpen(files: Iterable<string>): void {
    for (const file of files) this.#opened.add(file);
  }

  #pause(kind: WebKind): number {
    return this.#options.pauses?.[kind] ?? PAUSE_MS;
  }

  async #repeat(kind: WebKind, act: () => Promise<void>): Promise<void> {
    while (this.#running) {
      await act();
      await sleep(this.#pause(kind));
    }
  }

  async #read({ paths, assets }: WebLoadOptions['readers'][number]): Promise<void> {
    for (const path of paths()) {
      if (!this.#running) return;
      const html = await this.#get('page', path);
      const found = assets ? [...(html ?? '').matchAll(/"(\/assets\/[^"#]+)/g)].map((match) => match[1] ?? '') : [];
      for (const asset of new Set(found)) {
        if (!this.#running) return;
        this.#opened.add(asset);
        await this.#get('asset', asset);
        await sleep(this.#pause('asset'));
      }
    }
  }

  async #loadLater(): Promise<void> {
    const [file] = this.#opened;
    if (!file) return;
    // Moves the file to the end of the order.
    this.#opened.delete(file);
    this.#opened.add(file);
    await this.#get('open page', file);
  }

  async #claim(): Promise<void> {
    visitors++;
    const name = `${this.#options.name}-${visitors}`;
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
        if (!list.ok || !text.includes(displayName))
          throw new Error(`${displayName} is not read: ${list.status} ${text}`);
      });
      await sleep(this.#pause('edit'));
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
      // A failure is followed by a pause, so that an outage does not fill the report.
      await sleep(100);
    }
  }
}
