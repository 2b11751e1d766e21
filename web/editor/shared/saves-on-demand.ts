import type { DraftBlock, Part } from './draft.ts';
import type { Choice, EditorSaves } from './editor-saves.ts';
import type { Conflict, EditorStore } from './editor-store.ts';
import type { EditorCalls, EditorEvents } from './saves/save-queue.ts';

const NOT_LOADED = 'Your changes are not saved yet: check your connection and try again.';

/** The saves of an editor. Their code is downloaded with the first change. */
export class SavesOnDemand {
  readonly #store: EditorStore;
  readonly #create: () => Promise<EditorSaves>;
  #saves: Promise<EditorSaves> | undefined;

  constructor(store: EditorStore, calls: EditorCalls, events: EditorEvents) {
    this.#store = store;
    this.#create = async () => new (await import('./editor-saves.ts')).EditorSaves(store, calls, events);
  }

  /** Downloads the code ahead of a save, and ignores a failure. */
  readonly preload = (): void => {
    this.#load().catch(() => {});
  };

  /** Saves every part with unsaved changes, and `always` in any case. */
  save(always?: Part): Promise<void> {
    return this.#run((saves) => saves.save(always));
  }

  /** Saves the blocks. A failure keeps them on the screen as unsaved. */
  saveBlocks(): Promise<void> {
    return this.#run((saves) => saves.saveBlocks());
  }

  /** Saves a change of the blocks before it is shown. Throws if it is not saved; the screen is then unchanged. */
  async tryBlocks(name: string, change: (blocks: readonly DraftBlock[]) => readonly DraftBlock[]): Promise<void> {
    return (await this.#load()).tryBlocks(name, change);
  }

  /** Ends a conflict by saving one version, or both where they can be combined. */
  resolve(conflict: Conflict, choice: Choice): Promise<void> {
    return this.#run((saves) => saves.resolve(conflict, choice));
  }

  async #run(act: (saves: EditorSaves) => Promise<void>): Promise<void> {
    let saves: EditorSaves;
    try {
      saves = await this.#load();
    } catch {
      this.#store.set({ result: { tone: 'error', message: NOT_LOADED } });
      return;
    }
    return act(saves);
  }

  /** A failed download is tried again by the next call. */
  #load(): Promise<EditorSaves> {
    this.#saves ??= this.#create().catch((error) => {
      this.#saves = undefined;
      throw error;
    });
    return this.#saves;
  }
}
