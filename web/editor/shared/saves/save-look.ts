import type { Handle } from '../../../../contract/handles/handles.ts';
import { isSessionExpired } from '../../../api/use-action.ts';
import { overlapping, saveVersioned, VersionConflict } from '../../../api/versioned-save.ts';
import { detailsErrorsOf } from '../details-result.ts';
import { lookOf, sameLook } from '../draft.ts';
import { isGone, type SaveQueue } from './save-queue.ts';

/** Saves theme and look. */
export function saveLook(queue: SaveQueue): Promise<void> {
  const { store, calls, events } = queue;
  return queue.run('look', async () => {
    await queue.refreshHandle();
    const { base, draft, handle } = store.current();
    // Saving other parts changes only the version.
    const from = sameLook(lookOf(base.look), lookOf(handle)) ? handle : base.look;
    const wanted = { template: draft.template, look: draft.look };
    const isLookChanged = JSON.stringify(wanted.look) !== JSON.stringify(base.look.look);
    const body = isLookChanged ? wanted : { template: wanted.template };
    try {
      const saved = await saveVersioned(
        from,
        ({ version }) => calls.patchAppearance(body, version),
        (current) =>
          overlapping(['template', 'look'], { base: from, current, wanted: { ...lookOf(current), ...body } }).length >
          0,
      );
      const { base: now, draft: shown } = store.current();
      const isUnchanged = shown.template === wanted.template && shown.look === wanted.look;
      store.set({
        handle: saved,
        base: { ...now, look: saved },
        ...(isUnchanged ? { draft: { ...shown, ...lookOf(saved) } } : {}),
      });
      events.onLookSaved(saved);
    } catch (error) {
      if (error instanceof VersionConflict && error.current) {
        store.set({ conflict: { part: 'look', current: error.current as Handle } });
        return;
      }
      if (isGone(error)) return events.onGone();
      store.set({ fieldErrors: { ...store.current().fieldErrors, ...detailsErrorsOf(error) } });
      if (!isSessionExpired(error)) events.onLookFailed();
    }
  });
}
