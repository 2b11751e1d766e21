import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Handle } from '../../contract/handles/handles.ts';
import { calls } from '../../contract/paths.ts';
import type { OwnProfile } from '../../contract/profiles/profiles.ts';
import { DEFAULT_THEME, isThemeId, THEMES, type ThemeId } from '../../contract/profiles/themes.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { useAction } from '../api/use-action.ts';
import { overlapping, saveVersioned, VersionConflict } from '../api/versioned-save.ts';
import { handlesKey, replaceHandle } from '../handles/shared/own-handles.ts';
import { Button } from '../ui/form/button.tsx';
import { toast } from '../ui/toast/toast-store.ts';
import { refreshProfiles } from './own-profile.ts';
import { PagePreview } from './page-preview.tsx';
import { previewedProfile } from './previewed-profile.ts';
import { ThemeGrid } from './theme-grid.tsx';

const VersionsDialog = lazy(async () => ({
  default: (await import('../ui/dialog/versions-dialog.tsx')).VersionsDialog,
}));

/** Chooses and saves the theme of a handle beside a live preview. `own` is undefined if it could not be loaded. */
export function AppearanceEditor({ handle, own }: { handle: Handle; own: OwnProfile | undefined }) {
  const saved = isThemeId(handle.template) ? handle.template : DEFAULT_THEME;
  const [chosen, setChosen] = useState<ThemeId>(saved);
  const preview = useRef<HTMLDivElement>(null);
  const save = useSaveTheme(handle);
  const conflict = save.error instanceof VersionConflict && (save.error.current as Handle | null);

  /** Resolves the conflict by saving the chosen theme, or by keeping the stored one. */
  function resolveConflict(current: Handle, keepMine: boolean) {
    save.reset();
    if (keepMine) return save.mutate({ base: current, template: chosen });
    if (isThemeId(current.template)) setChosen(current.template);
    save.adopt(current);
  }

  function choose(theme: ThemeId) {
    setChosen(theme);
    const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Scrolling keeps the focus on the card, so that the arrow keys continue to work.
    preview.current?.scrollIntoView({ behavior: isMotionReduced ? 'auto' : 'smooth', block: 'nearest' });
  }

  return (
    <div className="grid gap-8 lg:grid-cols-[316px_1fr] lg:items-start">
      <section aria-label="Live preview" className="lg:sticky lg:top-20">
        <PagePreview ref={preview} theme={chosen} profile={previewedProfile(handle, own, chosen)} />
      </section>
      <div className="min-w-0">
        <ThemeGrid chosen={chosen} saved={saved} onChoose={choose} />
        <div className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-border bg-background/92 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md sm:mx-0 sm:px-0">
          <p role="status" className="flex items-center gap-2 text-sm text-soft max-sm:w-full max-sm:justify-center">
            {chosen === saved ? (
              <>
                <CircleCheck className="size-4 shrink-0 text-success" aria-hidden /> Your page uses {THEMES[saved].name}
                .
              </>
            ) : (
              <>
                <CircleAlert className="size-4 shrink-0 text-warning" aria-hidden /> Not saved yet.
              </>
            )}
          </p>
          <Button
            variant="brand"
            size="large"
            busy={save.isPending}
            busyLabel="Saving Template..."
            onClick={() => save.mutate({ base: handle, template: chosen })}
            className="max-sm:w-full"
          >
            Save {THEMES[chosen].name} Theme
          </Button>
        </div>
      </div>
      {conflict && (
        <Suspense fallback={null}>
          <VersionsDialog
            open
            differences={[{ label: 'Theme', theirs: themeName(conflict.template), mine: themeName(chosen) }]}
            onKeepMine={() => resolveConflict(conflict, true)}
            onTakeTheirs={() => resolveConflict(conflict, false)}
            onClose={() => resolveConflict(conflict, false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function themeName(id: string): string {
  return isThemeId(id) ? THEMES[id].name : id;
}

function useSaveTheme(handle: Handle) {
  const client = useQueryClient();
  const adopt = (current: Handle) => {
    replaceHandle(client, current);
    void client.invalidateQueries({ queryKey: handlesKey });
    void refreshProfiles(client);
  };
  const save = useAction({
    keyOf: ({ template }: { base: Handle; template: ThemeId }) => template,
    mutationFn: ({ base, template }: { base: Handle; template: ThemeId }) =>
      saveVersioned(
        base,
        ({ version }) =>
          call(calls.appearance(handle.id), async () => (await import('../../contract/handles/handles.ts')).handle, {
            method: 'PATCH',
            body: { template },
            version,
          }),
        (current) => overlapping(['template'], { base, current, wanted: { template } }).length > 0,
      ),
    onSuccess: (changed) => {
      adopt(changed);
      toast({ title: 'Success!', description: 'Profile appearance updated successfully' });
    },
    onError: (error) => {
      if (error instanceof VersionConflict) return;
      toast({ title: 'Error', description: 'Failed to update profile appearance', variant: 'destructive' });
      if (error instanceof ApiError && error.status === 404) void client.invalidateQueries({ queryKey: handlesKey });
    },
  });
  return { ...save, adopt };
}
