import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claim, send } from '../faults/load/web-client.ts';
import type { UpgradeSite } from './site.ts';

export const WEB_KINDS = ['page', 'asset', 'open page', 'claim', 'edit'] as const;
export type WebKind = (typeof WEB_KINDS)[number];

/** Requests of one kind: how many there were, and a text for each that failed. */
export interface WebCount {
  done: number;
  failures: string[];
}

const READERS = 3;
let visitors = 0;

/** Visitors who read pages and load their assets, claim handles by the emailed link, and edit a profile, without a pause. */
export class WebLoad {
  readonly counts = Object.fromEntries(WEB_KINDS.map((kind) => [kind, { done: 0, failures: [] }])) as unknown as Record<
    WebKind,
    WebCount
  >;
  /** The step of the switch-over, for messages about failures. */
  step = '';
  readonly #site: UpgradeSite;
  #running = true;
  /** The files that a page may still load that was opened before. */
  #openPage: string[] = [];
  readonly #work: Promise<void>[];

  constructor(site: UpgradeSite) {
    this.#site = site;
    this.#work = [
      ...Array.from({ length: READERS }, () => this.#repeat(() => this.#read())),
      this.#repeat(() => this.#claim()),
      this.#edit(),
      this.#repeat(() => this.#loadLater()),
    ];
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#work);
  }

  /** A visitor has a page of this release open, and loads its chunks from now on, whichever release serves. */
  keepOpen(release: string): void {
    const manifest = readFileSync(join(release, 'dist/web/.vite/manifest.json'), 'utf8');
    const entries = Object.values(JSON.parse(manifest) as Record<string, { file: string; css?: string[] }>);
    const files = entries.flatMap(({ file, css = [] }) => [file, ...css]).filter((file) => /\.(js|css)$/.test(file));
    this.#openPage = [...new Set(files)].map((file) => `/${file}`);
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (this.#running) {
      await act();
      await sleep(20);
    }
  }

  async #read(): Promise<void> {
    const paths = ['/', '/create', ...this.#site.people.map(({ address }) => `/${address.split('@')[0]}`)];
    // Pages that are in no cache yet.
    const { handles } = this.#site;
    if (handles > 0) paths.push(...[1, 2, 3].map(() => `/person-${1 + Math.floor(Math.random() * handles)}`));
    for (const path of paths) {
      if (!this.#running) return;
      const html = await this.#get('page', path);
      const assets = new Set([...(html ?? '').matchAll(/"(\/assets\/[^"#]+)/g)].map((match) => match[1] ?? ''));
      for (const asset of assets) await this.#get('asset', asset);
    }
  }

  async #loadLater(): Promise<void> {
    const [file] = this.#openPage;
    if (!file) return;
    this.#openPage = [...this.#openPage.slice(1), file];
    await this.#get('open page', file);
  }

  async #claim(): Promise<void> {
    visitors++;
    const name = `upgrade-visitor-${visitors}`;
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
      await sleep(20);
    }
  }

  async #get(kind: WebKind, path: string): Promise<string | null> {
    let text: string | null = null;
    await this.#attempt(kind, async () => {
      const reply = await send(this.#site, 'GET', path);
      if (reply.status !== 200) throw new Error(`${path} returns ${reply.status}`);
      text = await reply.text();
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
