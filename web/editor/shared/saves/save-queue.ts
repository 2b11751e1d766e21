import type { Block } from '../../../../contract/blocks/blocks.ts';
import type { Handle } from '../../../../contract/handles/handles.ts';
import { ApiError } from '../../../api/error.ts';
import { VersionConflict } from '../../../api/versioned-save.ts';
import type { Part } from '../draft.ts';
import type { EditorStore } from '../editor-store.ts';

export interface BlocksResponse {
  version: string | undefined;
  blocks: Block[];
}

/** The calls of the editor. */
export interface EditorCalls {
  loadBlocks: () => Promise<BlocksResponse>;
  /** Reads the handle; null if it is gone. */
  loadHandle: () => Promise<Handle | null>;
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
  /** The account has lost the handle: it was deleted or has another owner, or the member is no longer in its team. */
  onGone: () => void;
}

/** Returns whether a save failed because the account has lost the handle. */
export function isGone(error: unknown): boolean {
  if (error instanceof VersionConflict) return error.current === null;
  return error instanceof ApiError && error.status === 404;
}

/** Runs the saves of an editor one after another. */
export class SaveQueue {
  readonly store: EditorStore;
  readonly calls: EditorCalls;
  readonly events: EditorEvents;
  #tail: Promise<unknown> = Promise.resolve();
  /** The handle as it was before its links were put; undefined if its version is current. */
  #outdated: Handle | undefined;

  constructor(store: EditorStore, calls: EditorCalls, events: EditorEvents) {
    this.store = store;
    this.calls = calls;
    this.events = events;
  }

  /** Runs the save of a part after all earlier saves. */
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

  /** Records that the version of the handle has changed, and that the response did not state the new one. */
  handleChanged(): void {
    this.#outdated = this.store.current().handle;
  }

  /** Refetches the handle before a change if its version is outdated and no screen has refetched it. */
  async refreshHandle(): Promise<void> {
    if (this.#outdated === this.store.current().handle) {
      // If this fails, the save itself detects the outdated version, or fails too.
      const handle = await this.calls.loadHandle().catch(() => null);
      if (handle) this.store.adoptHandle(handle);
    }
    this.#outdated = undefined;
  }

  #mark(change: (saving: Set<Part>) => void): void {
    const saving = new Set(this.store.current().saving);
    change(saving);
    this.store.set({ saving });
  }
}
