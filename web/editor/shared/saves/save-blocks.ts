import type { Handle } from '../../../../contract/handles/handles.ts';
import { ApiError } from '../../../api/error.ts';
import { isSessionExpired } from '../../../api/use-action.ts';
import { VersionConflict } from '../../../api/versioned-save.ts';
import { blockErrorsOf } from '../block-errors.ts';
import { type DraftBlock, sameBlock, sameBlocks } from '../draft.ts';
import { asSocialLinks, type LinkValue } from '../social-links.ts';
import { type BlocksResponse, isGone, type SaveQueue } from './save-queue.ts';

/** Saves the blocks of a page. */
export class BlockSaves {
  readonly #queue: SaveQueue;

  constructor(queue: SaveQueue) {
    this.#queue = queue;
  }

  /** Saves the blocks until none has unsaved changes. A failure keeps them on the screen as unsaved. */
  save(): Promise<void> {
    return this.#queue.run('blocks', async () => {
      while (this.#queue.store.unsaved().includes('blocks')) {
        const { draft } = this.#queue.store.current();
        try {
          await this.#sendBlocks(draft.blocks);
        } catch (error) {
          this.#blocksFailed(error, draft.blocks);
          return;
        }
      }
    });
  }

  /** Saves a change of the blocks before it is shown. Throws if it is not saved; the screen is then unchanged. */
  try(name: string, change: (blocks: readonly DraftBlock[]) => readonly DraftBlock[]): Promise<void> {
    return this.#queue.run('blocks', async () => {
      const wanted = change(this.#queue.store.current().draft.blocks);
      await this.#sendBlocks(wanted, () => this.#queue.store.edit(name, { blocks: wanted }));
    });
  }

  async #sendBlocks(wanted: readonly DraftBlock[], onSent = () => {}): Promise<void> {
    const links = this.#socialLinksIfEnough(wanted);
    const response = links ? await this.#patchLinks(wanted, links) : await this.#putBlocks(wanted);
    onSent();
    this.saved(wanted, response);
    this.#queue.events.onBlocksSaved(response.handle);
  }

  /** Returns the body for `socialLinks` if only networks of the specification and their order have changed. */
  #socialLinksIfEnough(wanted: readonly DraftBlock[]): LinkValue[] | null {
    const before = asSocialLinks(this.#queue.store.current().base.blocks.blocks);
    const after = asSocialLinks(wanted);
    if (!before || !after) return null;
    const wasActive = new Map(before.map(({ platform, isActive }) => [platform, isActive]));
    return after.every(({ platform, isActive }) => (wasActive.get(platform) ?? true) === isActive) ? after : null;
  }

  async #putBlocks(wanted: readonly DraftBlock[]): Promise<BlocksResponse & { handle?: Handle }> {
    for (let attempt = 1; ; attempt++) {
      const { version } = this.#queue.store.current().base.blocks;
      try {
        const response = await this.#queue.calls.putBlocks(this.#queue.store.sendable(wanted), version);
        if (!sameNetworks(this.#queue.store.current().base.blocks.blocks, wanted)) this.#queue.handleChanged();
        return response;
      } catch (error) {
        await this.#afterStale(error, wanted, attempt);
      }
    }
  }

  async #patchLinks(wanted: readonly DraftBlock[], links: LinkValue[]): Promise<BlocksResponse & { handle?: Handle }> {
    const body = { socialLinks: links.map(({ platform, username, url }) => ({ platform, username, url })) };
    await this.#queue.refreshHandle();
    for (let attempt = 1; ; attempt++) {
      try {
        const handle = await this.#queue.calls.patchHandle(body, this.#queue.store.current().handle.version);
        this.#queue.store.set({ handle });
        return { ...(await this.#queue.calls.loadBlocks()), handle };
      } catch (error) {
        if (error instanceof ApiError && error.status === 412 && error.current) {
          this.#queue.store.set({ handle: error.current as Handle });
        }
        await this.#afterStale(error, wanted, attempt);
      }
    }
  }

  /**
   * Handles a write that was based on outdated blocks: takes the new version if the blocks are the same, or reports a
   * conflict.
   */
  async #afterStale(error: unknown, wanted: readonly DraftBlock[], attempt: number): Promise<void> {
    if (!(error instanceof ApiError) || error.status !== 412 || attempt === 3) throw error;
    const { base } = this.#queue.store.current();
    const { version, blocks } = await this.#queue.calls.loadBlocks();
    const theirs = this.#queue.store.keyed(blocks);
    if (!sameBlocks(theirs, base.blocks.blocks) && !sameBlocks(theirs, wanted)) {
      this.#queue.store.set({ conflict: { part: 'blocks', base: base.blocks.blocks, theirs, version, mine: wanted } });
      throw new VersionConflict(null);
    }
    this.#queue.store.set({ base: { ...base, blocks: { version, blocks: theirs } } });
  }

  /** Takes the saved blocks as the base, and as the draft where that has not changed since. */
  saved(sent: readonly DraftBlock[], { version, blocks }: BlocksResponse): void {
    const { base, draft } = this.#queue.store.current();
    const isSameOrder = blocks.length === sent.length && blocks.every(({ type }, at) => type === sent[at]?.block.type);
    const stored = isSameOrder
      ? blocks.map((block, at) => ({ key: sent[at]?.key ?? '', block }))
      : this.#queue.store.keyed(blocks);
    for (const { key, block } of stored) if (block.id) this.#queue.store.assignId(key, block.id);
    const sentOf = new Map(sent.map((item) => [item.key, item]));
    const storedOf = new Map(stored.map((item) => [item.key, item]));
    const isUnchanged = sameBlocks(draft.blocks, sent);
    const merged = draft.blocks.map((item) => {
      const before = sentOf.get(item.key);
      return before && sameBlock(before, item) ? (storedOf.get(item.key) ?? item) : item;
    });
    this.#queue.store.set({
      base: { ...base, blocks: { version, blocks: stored } },
      draft: { ...draft, blocks: isUnchanged ? stored : merged },
      blockErrors: {},
      result: null,
    });
  }

  #blocksFailed(error: unknown, sent: readonly DraftBlock[]): void {
    if (error instanceof VersionConflict) return;
    if (isGone(error)) {
      this.#queue.events.onGone();
      return;
    }
    const reason = error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined;
    this.#queue.store.set({
      blockErrors: blockErrorsOf(error, sent),
      result: isSessionExpired(error) ? null : { tone: 'error', message: reason ?? 'Your links were not saved.' },
    });
    if (!isSessionExpired(error)) this.#queue.events.onBlocksFailed(reason);
  }
}

/** Returns whether both lists of blocks yield the same `socialLinks`, and so the same version of the handle. */
function sameNetworks(one: readonly DraftBlock[], other: readonly DraftBlock[]): boolean {
  const networksIn = (blocks: readonly DraftBlock[]) => blocks.filter(({ block }) => block.type === 'network');
  return sameBlocks(networksIn(one), networksIn(other));
}
