import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { HandlePictureKind } from '../../../contract/pictures.ts';
import type { DraftBlock } from './draft.ts';
import type { EditorSaves } from './editor-saves.ts';
import type { EditorState, EditorStore } from './editor-store.ts';

/** The props of the dialog that uploads a picture of the handle. */
export interface UploadSlot {
  kind: HandlePictureKind;
  open: boolean;
  onClose: () => void;
  /** Called with the path of the picture. */
  onPicture: (path: string) => void;
}

export interface EditorParts {
  store: EditorStore;
  saves: EditorSaves;
  /** Changes the blocks as one step and saves them. */
  changeBlocks: (name: string, blocks: readonly DraftBlock[]) => void;
  /** Removes a block and offers to restore it. */
  removeBlock: (key: string) => void;
  /** Renders the dialog that uploads a picture. */
  uploadDialog: (slot: UploadSlot) => ReactNode;
}

const EditorContext = createContext<EditorParts | null>(null);
export const EditorProvider = EditorContext.Provider;

/** Returns the editor around this component, and its state. */
export function useEditor(): EditorParts & EditorState {
  const parts = useContext(EditorContext);
  if (!parts) throw new Error('useEditor must be used within an EditorProvider');
  return { ...parts, ...useSyncExternalStore(parts.store.subscribe, parts.store.current, parts.store.current) };
}
