import type { Block } from '../../../contract/blocks/blocks.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { changesOf, detailsOf } from './details.ts';
import { type Draft, type DraftBlock, draftOf, lookOf, type Part, type Stored, sameBlocks, sameLook } from './draft.ts';
import { type History, NO_HISTORY, recorded, redone, undone } from './history.ts';

/** Messages by field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The outcome of the last save; null before the first one and after a further edit. */
export type SaveResult = { tone: 'success' | 'error'; message: string; emailSent?: boolean } | null;

/** Both versions of something that was changed here and elsewhere. */
export type Conflict =
  | {
      part: 'blocks';
      base: readonly DraftBlock[];
      theirs: readonly DraftBlock[];
      version: string | undefined;
      mine: readonly DraftBlock[];
    }
  | { part: 'look'; current: Handle }
  | { part: 'details'; current: Handle; fields: string[] };

export interface EditorState {
  /** The handle as the server last returned it. */
  handle: Handle;
  /** The stored state of each part of the draft; a part that differs from it has unsaved changes. */
  base: { details: Handle; look: Handle; blocks: Stored['blocks'] };
  draft: Draft;
  history: History<Draft>;
  saving: ReadonlySet<Part>;
  fieldErrors: FieldErrors;
  /** Messages by the key of a block and its field. */
  blockErrors: Readonly<Record<string, FieldErrors>>;
  result: SaveResult;
  conflict: Conflict | null;
}

/** The state of the editor of one handle, for React's `useSyncExternalStore`. */
export class EditorStore {
  #state: EditorState;
  #listeners = new Set<() => void>();
  /** Ids that the server has assigned, by the key of the block: steps of the history may be older than the id. */
  #ids = new Map<string, string>();
  #newKeys = 0;

  constructor(handle: Handle, blocks: readonly Block[], version: string | undefined) {
    const base = { details: handle, look: handle, blocks: { version, blocks: this.keyed(blocks) } };
    this.#state = {
      handle,
      base,
      draft: draftOf({ handle, blocks: base.blocks }),
      history: NO_HISTORY,
      saving: new Set(),
      fieldErrors: {},
      blockErrors: {},
      result: null,
      conflict: null,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): EditorState => this.#state;

  set(changes: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /**
   * Changes the draft as one step that can be undone. With `joins`, edits of the same field in quick succession become
   * one step.
   */
  edit(name: string, changes: Partial<Draft>, { joins = false, now = performance.now() } = {}): void {
    const { draft, history } = this.#state;
    this.set({
      draft: { ...draft, ...changes },
      history: recorded(history, { before: draft, name, at: now }, joins),
      result: null,
    });
  }

  /** Removes the messages of fields that were edited. */
  clearFieldErrors(fields: readonly string[]): void {
    const left = Object.entries(this.#state.fieldErrors).filter(([field]) => !fields.includes(field));
    this.set({ fieldErrors: Object.fromEntries(left) });
  }

  undo(): void {
    const { history, draft } = this.#state;
    this.#step(undone(history, draft));
  }

  redo(): void {
    const { history, draft } = this.#state;
    this.#step(redone(history, draft, performance.now()));
  }

  #step(step: [Draft, History<Draft>] | undefined): void {
    if (step) this.set({ draft: step[0], history: step[1], result: null, fieldErrors: {} });
  }

  /** Takes a refetched handle. Parts with unsaved changes stay as they are on the screen. */
  adoptHandle(handle: Handle): void {
    const { base, draft, saving, history } = this.#state;
    const unsaved = this.unsaved();
    const next = { ...base };
    const changes: Partial<Draft> = {};
    if (!unsaved.includes('details') && !saving.has('details')) {
      next.details = handle;
      changes.details = detailsOf(handle);
    }
    if (!unsaved.includes('look') && !saving.has('look')) {
      next.look = handle;
      Object.assign(changes, lookOf(handle));
    }
    const isForeign = JSON.stringify({ ...draft, ...changes }) !== JSON.stringify(draft);
    this.set({
      handle,
      base: next,
      draft: { ...draft, ...changes },
      // A step back would also undo what was changed elsewhere.
      history: isForeign ? NO_HISTORY : history,
    });
  }

  /** Takes refetched blocks, unless some are unsaved. */
  adoptBlocks(version: string | undefined, blocks: readonly Block[]): void {
    const { base, draft, history, saving, conflict } = this.#state;
    if (saving.has('blocks') || conflict || this.unsaved().includes('blocks')) return;
    if (version === base.blocks.version) return;
    const stored = this.keyed(blocks);
    const isForeign = !sameBlocks(stored, draft.blocks);
    this.set({
      base: { ...base, blocks: { version, blocks: stored } },
      draft: isForeign ? { ...draft, blocks: stored } : draft,
      history: isForeign ? NO_HISTORY : history,
    });
  }

  /** Returns the parts whose changes are not saved. */
  unsaved(): Part[] {
    const { base, draft } = this.#state;
    const parts: Part[] = [];
    if (!sameBlocks(base.blocks.blocks, draft.blocks)) parts.push('blocks');
    if (!sameLook(lookOf(base.look), draft)) parts.push('look');
    if (changesOf(base.details, draft.details)) parts.push('details');
    return parts;
  }

  /** Gives stored blocks the keys under which the editor knows them. */
  keyed(blocks: readonly Block[]): DraftBlock[] {
    const keyOf = new Map([...this.#ids].map(([key, id]) => [id, key]));
    return blocks.map((block) => {
      const key = (block.id && keyOf.get(block.id)) ?? this.newKey();
      if (block.id) this.#ids.set(key, block.id);
      return { key, block };
    });
  }

  /** Returns the key of a new block. */
  newKey(): string {
    this.#newKeys += 1;
    return `block-${this.#newKeys}`;
  }

  /** Records the id of a block that was saved for the first time. */
  assignId(key: string, id: string): void {
    this.#ids.set(key, id);
  }

  /** Returns the blocks as they are sent: with the ids that the server knows. */
  sendable(blocks: readonly DraftBlock[]): Block[] {
    const stored = new Set(this.#state.base.blocks.blocks.map(({ key }) => key));
    return blocks.map(({ key, block: { id: _id, ...content } }) => {
      const id = stored.has(key) ? this.#ids.get(key) : undefined;
      return (id === undefined ? content : { id, ...content }) as Block;
    });
  }
}
