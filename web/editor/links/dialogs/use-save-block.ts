import { useState } from 'react';
import type { Block } from '../../../../contract/blocks/blocks.ts';
import { ApiError } from '../../../api/error.ts';
import { isSessionExpired, useSingleAction } from '../../../api/use-action.ts';
import { VersionConflict } from '../../../api/versioned-save.ts';
import { toastError } from '../../../ui/toast/toast-store.ts';
import { blockErrorsOf } from '../../shared/block-errors.ts';
import type { DraftBlock } from '../../shared/draft.ts';
import { useEditor } from '../../shared/editor-context.ts';
import type { FieldErrors } from '../../shared/editor-store.ts';
import { replaced } from '../block-list.ts';

interface SaveBlock {
  busy: boolean;
  save: (block: Block) => void;
}

/**
 * Saves the block of a dialog; a null `key` adds a new one. The dialog stays open with its content until the save
 * succeeds, and gets the error messages by field.
 */
export function useSaveBlock(
  key: string | null,
  onClose: () => void,
  onRefused: (errors: FieldErrors) => void,
): SaveBlock {
  const { store, saves } = useEditor();
  const single = useSingleAction();
  const [busy, setBusy] = useState(false);

  async function send(block: Block): Promise<void> {
    const { block: schema } = await import('../../../../contract/blocks/blocks.ts');
    const checked = schema.safeParse(block);
    if (!checked.success) {
      onRefused(byField(checked.error.issues));
      return;
    }
    const ownKey = key ?? store.newKey();
    let wanted: readonly DraftBlock[] = [];
    const change = (blocks: readonly DraftBlock[]) => {
      wanted = key ? replaced(blocks, key, checked.data) : [...blocks, { key: ownKey, block: checked.data }];
      return wanted;
    };
    setBusy(true);
    try {
      await saves.tryBlocks(key ? 'block' : 'add', change);
      onClose();
    } catch (error) {
      // A conflict opens its own dialog.
      if (error instanceof VersionConflict) onClose();
      else if (!isSessionExpired(error)) report(error, blockErrorsOf(error, wanted), ownKey);
      throw error;
    } finally {
      setBusy(false);
    }
  }

  function report(error: unknown, found: Record<string, FieldErrors>, ownKey: string) {
    if (found[ownKey]) return onRefused(found[ownKey]);
    // Another block is at fault: its row shows why.
    if (Object.keys(found).length > 0) store.set({ blockErrors: found });
    const reason = error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined;
    toastError('Something went wonky. Please try again.', reason ?? 'Your links were not saved.');
  }

  return {
    busy,
    save: (block) => void single(() => send(block), JSON.stringify(block)),
  };
}

function byField(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldErrors {
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message] as const).reverse());
}
