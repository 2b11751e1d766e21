import { changesOf, detailsOf } from './details.ts';
import { type DraftBlock, lookOf, type Part } from './draft.ts';
import type { Conflict, EditorStore } from './editor-store.ts';
import { mergeBlocks } from './merge-blocks.ts';
import { BlockSaves } from './saves/save-blocks.ts';
import { saveDetails } from './saves/save-details.ts';
import { saveLook } from './saves/save-look.ts';
import { type EditorCalls, type EditorEvents, SaveQueue } from './saves/save-queue.ts';

export type Choice = 'mine' | 'theirs' | 'both';

/** Saves the parts of a draft and ends conflicts. */
export class EditorSaves {
  readonly #queue: SaveQueue;
  readonly #blocks: BlockSaves;

  constructor(store: EditorStore, calls: EditorCalls, events: EditorEvents) {
    this.#queue = new SaveQueue(store, calls, events);
    this.#blocks = new BlockSaves(this.#queue);
  }

  /** Saves every part with unsaved changes, and `always` in any case. */
  async save(always?: Part): Promise<void> {
    const unsaved = this.#queue.store.unsaved();
    if (always === 'details' || unsaved.includes('details')) await saveDetails(this.#queue, this.#blocks);
    else if (unsaved.includes('blocks')) await this.#blocks.save();
    if (always === 'look' || unsaved.includes('look')) await saveLook(this.#queue);
  }

  /** Saves the blocks. A failure keeps them on the screen as unsaved. */
  saveBlocks(): Promise<void> {
    return this.#blocks.save();
  }

  /** Saves a change of the blocks before it is shown. Throws if it is not saved; the screen is then unchanged. */
  tryBlocks(name: string, change: (blocks: readonly DraftBlock[]) => readonly DraftBlock[]): Promise<void> {
    return this.#blocks.try(name, change);
  }

  /** Ends a conflict by saving one version, or both where they can be combined. */
  async resolve(conflict: Conflict, choice: Choice): Promise<void> {
    const { store, calls, events } = this.#queue;
    const { base, draft } = store.current();
    store.set({ conflict: null });
    if (conflict.part === 'blocks') {
      const { theirs, version, mine } = conflict;
      const both = () => mergeBlocks(conflict.base, theirs, mine);
      const blocks = choice === 'mine' ? mine : choice === 'both' ? both() : theirs;
      store.set({ base: { ...base, blocks: { version, blocks: theirs } }, draft: { ...draft, blocks } });
      return this.#blocks.save();
    }
    const { current } = conflict;
    events.onHandle(current);
    if (conflict.part === 'look') {
      const theirs = choice === 'theirs' ? { draft: { ...draft, ...lookOf(current) } } : {};
      store.set({ handle: current, base: { ...base, look: current }, ...theirs });
      return choice === 'theirs' ? undefined : saveLook(this.#queue);
    }
    const { version, blocks } = await calls.loadBlocks();
    const stored = store.keyed(blocks);
    const edited = Object.keys(changesOf(base.details, draft.details) ?? {});
    const kept = edited.filter((field) => choice === 'mine' || !conflict.fields.includes(field));
    const areLinksTheirs = choice === 'theirs' && conflict.fields.includes('socialLinks');
    const areLinksMine = !areLinksTheirs && store.unsaved().includes('blocks');
    store.set({
      handle: current,
      base: { ...base, details: current, blocks: { version, blocks: stored } },
      draft: {
        ...draft,
        details: { ...detailsOf(current), ...pick(draft.details, kept) },
        blocks: areLinksMine ? draft.blocks : stored,
      },
    });
    return saveDetails(this.#queue, this.#blocks);
  }
}

function pick<T extends object>(values: T, fields: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field))) as Partial<T>;
}
