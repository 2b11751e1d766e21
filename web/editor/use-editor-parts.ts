import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getBlocks, putBlocks } from '../../contract/blocks/blocks.ts';
import { type Call, pathOf } from '../../contract/call.ts';
import { getForwardings } from '../../contract/forwarding/forwarding.ts';
import { patchAppearance, patchHandle } from '../../contract/handles/handle-changes.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { getPublicProfile } from '../../contract/profiles/profiles.ts';
import { call, send } from '../api/client.ts';
import { handlesKey, namedHandleQuery, replaceHandle } from '../own-handles/own-handles.ts';
import { refreshProfiles } from '../profiles/shared/own-profile.ts';
import { TOAST_DURATION, toast, toastError } from '../ui/toast/toast-store.ts';
import { blocksQuery, readBlocks } from './blocks-query.ts';
import { goneText } from './gone/gone-text.ts';
import type { DraftBlock } from './shared/draft.ts';
import type { EditorParts } from './shared/editor-context.ts';
import { EditorSaves } from './shared/editor-saves.ts';
import { type EditorState, EditorStore } from './shared/editor-store.ts';
import type { BlocksResponse, EditorEvents } from './shared/saves/save-queue.ts';

/** Creates the editor of a handle and keeps it up to date with refetched data. */
export function useEditorParts(
  handle: Handle,
  stored: BlocksResponse,
  uploadDialog: EditorParts['uploadDialog'],
): EditorParts {
  const client = useQueryClient();
  // A mutation, so that an ended session opens the sign-in dialog.
  const { mutateAsync } = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() });
  const [parts] = useState(() => createEditor(handle, stored, { client, run: mutateAsync as Run }));
  const { store } = parts;
  useEffect(() => store.adoptHandle(handle), [store, handle]);
  useEffect(() => store.adoptBlocks(stored.version, stored.blocks), [store, stored]);
  useSaveWhenOnline(parts);
  return { ...parts, uploadDialog };
}

type CreatedParts = Omit<EditorParts, 'uploadDialog'>;
type Run = <T>(request: () => Promise<T>) => Promise<T>;

interface Surroundings {
  client: ReturnType<typeof useQueryClient>;
  run: Run;
}

function createEditor(
  { id, handle: name, ...rest }: Handle,
  stored: BlocksResponse,
  { client, run }: Surroundings,
): CreatedParts {
  const store = new EditorStore({ id, handle: name, ...rest }, stored.blocks, stored.version);
  /** The removals that the toast can restore: those that followed each other quickly. */
  let removed: { item: DraftBlock; at: number }[] = [];
  let restorableUntil = 0;

  /** Refetches the data of other screens that show this handle. */
  const refresh = (...paths: string[]) => {
    for (const path of [pathOf(getPublicProfile, { username: name }), ...paths])
      void client.invalidateQueries({ queryKey: [path] });
    void client.invalidateQueries({ queryKey: handlesKey });
  };
  const keepBlocks = (response: BlocksResponse) => {
    client.setQueryData(blocksQuery(id).queryKey, response);
    return response;
  };
  const patch = (made: typeof patchHandle | typeof patchAppearance) => (body: object, version: string) =>
    run(async () => {
      // A response to an earlier fetch must not overwrite the new state.
      await client.cancelQueries({ queryKey: handlesKey });
      return call<Call>(made, { id, body, version }) as Promise<Handle>;
    });

  const events: EditorEvents = {
    onBlocksSaved: (handle) => {
      if (handle) replaceHandle(client, handle);
      refresh();
      const lost = performance.now() < restorableUntil ? removed : [];
      toast({
        title: 'Your links are live!',
        description: shownNow(store.current()),
        ...(lost.length > 0 && { action: { label: 'Undo', onClick: () => restore(lost) } }),
      });
    },
    onBlocksFailed: (reason) =>
      toastError('Something went wonky. Please try again.', reason ?? 'Your links were not saved.'),
    onLookSaved: (handle) => {
      replaceHandle(client, handle);
      void client.invalidateQueries({ queryKey: handlesKey });
      void refreshProfiles(client);
      toast({ title: 'Success!', description: 'Profile appearance updated successfully' });
    },
    onLookFailed: () => toastError('Error', 'Failed to update profile appearance'),
    onDetailsSaved: (handle) => {
      replaceHandle(client, handle);
      refresh(pathOf(getForwardings));
    },
    onHandle: (handle) => {
      replaceHandle(client, handle);
      refresh();
    },
    onGone: () => {
      store.set({ result: { tone: 'error', message: `${goneText(store.current().handle)}.` } });
      void client.invalidateQueries({ queryKey: handlesKey });
    },
  };
  const saves = new EditorSaves(
    store,
    {
      loadBlocks: () => run(async () => keepBlocks(await readBlocks(await send(getBlocks, { id })))),
      loadHandle: () => run(() => client.fetchQuery({ ...namedHandleQuery(name), staleTime: 0 })),
      putBlocks: (blocks, version) =>
        run(async () => {
          const response = await send(putBlocks, { id, body: blocks, version });
          return keepBlocks(await readBlocks(response));
        }),
      patchHandle: patch(patchHandle),
      patchAppearance: patch(patchAppearance),
    },
    events,
  );

  function changeBlocks(step: string, blocks: readonly DraftBlock[]) {
    store.edit(step, { blocks });
    void saves.saveBlocks();
  }

  function restore(lost: typeof removed) {
    restorableUntil = 0;
    const blocks = lost.reduceRight<readonly DraftBlock[]>((list, { item, at }) => {
      if (list.some(({ key }) => key === item.key)) return list;
      return [...list.slice(0, at), item, ...list.slice(at)];
    }, store.current().draft.blocks);
    if (blocks !== store.current().draft.blocks) changeBlocks('restore', blocks);
  }

  return {
    store,
    saves,
    changeBlocks,
    removeBlock(key) {
      const { blocks } = store.current().draft;
      const at = blocks.findIndex((item) => item.key === key);
      const item = blocks[at];
      if (!item) return;
      removed = [...(performance.now() < restorableUntil ? removed : []), { item, at }];
      restorableUntil = performance.now() + TOAST_DURATION;
      changeBlocks(
        'remove',
        blocks.filter((other) => other !== item),
      );
    },
  };
}

/** Once the browser is online again, saves blocks whose save failed for lack of a connection. */
function useSaveWhenOnline({ saves, store }: CreatedParts): void {
  useEffect(() => {
    const save = () => {
      if (store.unsaved().includes('blocks') && store.current().result?.tone === 'error') void saves.saveBlocks();
    };
    window.addEventListener('online', save);
    return () => window.removeEventListener('online', save);
  }, [saves, store]);
}

/** Returns a sentence about what visitors see of saved blocks. */
function shownNow({ handle: { acceptsMail }, draft: { blocks } }: EditorState): string {
  const isFormLeftOut = !acceptsMail && blocks.some(({ block }) => block.type === 'contact' && !block.hidden);
  return isFormLeftOut
    ? 'Visitors to your page see them now, except the contact form, because mail to the handle reaches nobody yet.'
    : 'Visitors to your page see them now.';
}
