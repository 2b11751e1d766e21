import type { Block } from '../../../../contract/blocks/blocks.ts';
import type { Handle } from '../../../../contract/handles/handles.ts';
import type { Part } from '../draft.ts';
import type { EditorStore } from '../editor-store.ts';

export interface BlocksResponse {
  version: string | undefined;
  blocks: Block[];
}

/** The calls of the editor. */
export interface EditorCalls {
  loadBlocks: () => Promise<BlocksResponse>;
  putBlocks: (blocks: Block[], version: string | undefined) => Promise<BlocksResponse>;
  patchHandle: (body: object, version: string) => Promise<Handle>;
  patchAppearance: (body: object, version: string) => Promise<Handle>;
}

/** Reports outcomes that are shown outside the editor: toasts, and the lists of other screens. */
export interface EditorEvents {
  onBlocksSaved: (handle?: Handle) => void;
  onBlocksFailed: (reason: string | undefined) => void;
  onLookSaved: (handle: Handle) => void;
  onLookFailed: () => void;
  /** The stored handle was read again. */
  onHandle: (handle: Handle) => void;
  onDetailsSaved: (handle: Handle) => void;
  /** The handle was deleted, or has another owner now. */
  onGone: () => void;
}

/** Runs the saves of an editor one after another. */
export class SaveQueue {
  readonly store: EditorStore;
  readonly calls: EditorCalls;
  readonly events: EditorEvents;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(store: EditorStore, calls: EditorCalls, events: EditorEvents) {
    this.store = store;
    this.calls = calls;
    this.events = events;
  }

  /** Runs a save of a part after those before it. */
  run(part: Part, save: () => Promise<void>): Promise<void> {
    const marked = async () => {
      this.#mark((saving) => saving.add(part));
      try {
        await save();
      } finally {
        this.#mark((saving) => saving.delete(part));
      }
    };
    const result = this.#tail.then(marked);
    this.#tail = result.catch(() => {});
    return result;
  }

  #mark(change: (saving: Set<Part>) => void): void {
    const saving = new Set(this.store.current().saving);
    change(saving);
    this.store.set({ saving });
  }
}
