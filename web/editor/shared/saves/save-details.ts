import type { Handle } from '../../../../contract/handles/handles.ts';
import { hasRight } from '../../../../contract/roles.ts';
import { errorText } from '../../../api/error-text.ts';
import { overlapping, saveVersioned, VersionConflict } from '../../../api/versioned-save.ts';
import { afterSave, changesOf, detailsOf } from '../details.ts';
import { detailsErrorsOf, savedResult } from '../details-result.ts';
import type { EditorStore } from '../editor-store.ts';
import { asSocialLinks, linksOf } from '../social-links.ts';
import type { BlockSaves } from './save-blocks.ts';
import { isGone, type SaveQueue } from './save-queue.ts';

const CHECK_FIELDS = 'Nothing was saved yet: please check the fields marked above.';
const NOT_SAVED = 'Your settings could not be saved. Please try again.';

/** Saves the details; unsaved links of the specification's networks go with them in the same call, other blocks follow. */
export async function saveDetails(queue: SaveQueue, blocks: BlockSaves): Promise<void> {
  const { store } = queue;
  await queue.run('details', () => send(queue, blocks));
  const { result, conflict } = store.current();
  if (result?.tone === 'error' || conflict || !store.unsaved().includes('blocks')) return;
  await blocks.save();
  if (store.current().result === null) store.set({ result });
}

async function send(queue: SaveQueue, blocks: BlockSaves): Promise<void> {
  const { store, calls, events } = queue;
  await queue.refreshHandle();
  const { base, draft, handle } = store.current();
  store.set({ fieldErrors: {}, result: null });
  // The field is empty for an editor of a team, who sees no address.
  if (hasRight(handle, 'mail') && draft.details.emailForwarding && draft.details.forwardingEmail.trim() === '') {
    store.set({
      fieldErrors: { forwardingEmail: 'Please enter the address of your real inbox, or switch forwarding off.' },
      result: { tone: 'error', message: CHECK_FIELDS },
    });
    return;
  }
  const links = unsavedLinks(store);
  const details = changesOf(base.details, draft.details);
  if (!details && !links) {
    store.set({ result: savedResult({}, handle) });
    return;
  }
  // Saving other parts changes the version. Saving blocks also changes the links, which matter only if they are sent.
  const compared = links ? valuesOf : detailsOf;
  const isCurrent = JSON.stringify(compared(base.details)) === JSON.stringify(compared(handle));
  const from = isCurrent ? handle : base.details;
  const body = { ...details, ...(links && { socialLinks: links }) };
  const overlapsIn = (current: Handle) =>
    overlapping(Object.keys(body) as (keyof ReturnType<typeof valuesOf>)[], {
      base: valuesOf(from),
      current: valuesOf(current),
      wanted: { ...draft.details, ...(links && { socialLinks: links }) },
    });
  try {
    const saved = await saveVersioned(
      from,
      ({ version }) => calls.patchHandle(body, version),
      (current) => overlapsIn(current).length > 0,
    );
    const now = store.current();
    store.set({
      handle: saved,
      base: { ...now.base, details: saved },
      draft: { ...now.draft, details: afterSave(now.draft.details, draft.details, saved) },
    });
    if (links) blocks.saved(draft.blocks, await calls.loadBlocks());
    store.set({ result: savedResult(body, saved) });
    events.onDetailsSaved(saved);
  } catch (error) {
    if (error instanceof VersionConflict && error.current) {
      const current = error.current as Handle;
      store.set({ conflict: { part: 'details', current, fields: overlapsIn(current) } });
      return;
    }
    if (isGone(error)) return events.onGone();
    const fieldErrors = detailsErrorsOf(error);
    const message = Object.keys(fieldErrors).length > 0 ? CHECK_FIELDS : errorText(error, NOT_SAVED);
    store.set({ fieldErrors, result: { tone: 'error', message } });
  }
}

/** Returns the unsaved links if `socialLinks` can hold the whole page. */
function unsavedLinks(store: EditorStore) {
  const { base, draft } = store.current();
  if (!store.unsaved().includes('blocks') || !asSocialLinks(base.blocks.blocks)) return null;
  return asSocialLinks(draft.blocks);
}

function valuesOf(handle: Handle) {
  return { ...detailsOf(handle), socialLinks: linksOf(handle) };
}
