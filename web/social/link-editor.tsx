import { lazy, Suspense, useRef, useState } from 'react';
import type { Handle } from '../../contract/handles/handles.ts';
import { isPlatformId, PLATFORMS, type PlatformId } from '../../contract/social/platforms.ts';
import { useSingleAction } from '../api/use-action.ts';
import { VersionConflict } from '../api/versioned-save.ts';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { moveItem, withLink } from './link-list.ts';
import { PlatformTiles } from './platform-tiles.tsx';
import { SortableLinks } from './sortable-links.tsx';
import { useSaveLinks } from './use-save-links.ts';

const LinksConflict = lazy(async () => ({ default: (await import('./links-conflict.tsx')).LinksConflict }));

/** The connected accounts of a handle, and tiles for the other platforms. */
export function LinkEditor({ handle }: { handle: Handle }) {
  const { save, saveAndWait, busy, conflict, resolveConflict } = useSaveLinks(handle);
  const single = useSingleAction();
  const [editing, setEditing] = useState<{ platform: PlatformId; open: boolean } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const links = handle.socialLinks;
  const connected = new Set(links.map(({ platform }) => platform));
  const edit = (platform: string) => isPlatformId(platform) && setEditing({ platform, open: true });

  /** Saves a list once, even if its button is pressed again before the screen is updated. Returns whether it saves. */
  const saveOnce = (wanted: Parameters<typeof save>[0]) =>
    single(async () => save(wanted), wanted.links.map(({ platform }) => platform).join(' '));

  const move = (from: number, to: number) => saveOnce({ links: moveItem(links, from, to), isOptimistic: true });

  function remove(index: number) {
    const link = links[index];
    if (!link) return;
    saveOnce({ links: links.filter((other) => other !== link), isOptimistic: true, removed: { link, index } });
    if (links.length === 1) heading.current?.focus();
  }

  return (
    <TooltipProvider>
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg font-semibold outline-none sm:text-xl">
        Connected accounts
      </h2>
      {links.length === 0 ? (
        <p className="rounded-card border border-dashed border-field p-6 text-center text-soft">
          Nothing is connected yet. Pick a platform below.
        </p>
      ) : (
        <SortableLinks links={links} onMove={move} onEdit={edit} onRemove={remove} />
      )}
      <PlatformTiles platforms={PLATFORMS.filter(({ id }) => !connected.has(id))} onAdd={edit} />
      {editing && (
        <LinkDialog
          key={editing.platform}
          open={editing.open}
          platform={editing.platform}
          current={links.find(({ platform }) => platform === editing.platform)?.username ?? ''}
          busy={busy}
          onClose={() => setEditing({ ...editing, open: false })}
          onSave={(link) =>
            single(async () => {
              const close = () => setEditing({ ...editing, open: false });
              try {
                await saveAndWait({ links: withLink(links, editing.platform, link), isOptimistic: false });
                close();
              } catch (error) {
                // A conflict opens a dialog of its own. Other failures show a toast and keep the typed name.
                if (error instanceof VersionConflict) close();
                else throw error;
              }
            }, `${editing.platform} ${link.url}`)
          }
        />
      )}
      {conflict && (
        <Suspense fallback={null}>
          <LinksConflict conflict={conflict} resolveConflict={resolveConflict} />
        </Suspense>
      )}
    </TooltipProvider>
  );
}
