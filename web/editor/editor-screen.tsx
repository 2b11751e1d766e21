import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { type EditorTab, isTabOf } from '../own-handles/tabs/tabs.ts';
import { classNames } from '../ui/class-names.ts';
import { dialogOnDemand } from '../ui/dialog/dialog-on-demand.tsx';
import { LeaveGuard } from '../ui/dialog/leave-guard.tsx';
import { ErrorState } from '../ui/message-state.tsx';
import { partOnDemand } from '../ui/on-demand.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TooltipProvider } from '../ui/tooltip/tooltip.tsx';
import { blocksQuery } from './blocks-query.ts';
import { EditorBar } from './editor-bar.tsx';
import { EditorTabs } from './editor-tabs.tsx';
import { GoneNotice } from './gone/gone-notice.tsx';
import { PhoneFrame } from './preview/phone-frame.tsx';
import { type EditorParts, EditorProvider, useEditor } from './shared/editor-context.ts';
import type { BlocksResponse } from './shared/saves/save-queue.ts';
import { useIsWide } from './shared/use-is-wide.ts';
import { useEditorParts } from './use-editor-parts.ts';

const HandlePicker = partOnDemand(
  async () => (await import('../own-handles/handle-picker.tsx')).HandlePicker,
  <Skeleton className="mb-3 h-11 w-full rounded-control" />,
);
const Phone = partOnDemand(async () => (await import('./preview/phone.tsx')).Phone, <PhoneFrame />);
const PreviewSheet = dialogOnDemand(async () => (await import('./preview/preview-sheet.tsx')).PreviewSheet);
const GoneDialog = dialogOnDemand(async () => (await import('./gone/gone-dialog.tsx')).GoneDialog);
const EditorConflict = partOnDemand(async () => (await import('./editor-conflict.tsx')).EditorConflict);

/** The page is shown beside the tabs that change it, not beside Mail. */
const hasPreview = (tab: EditorTab) => tab !== 'mail';

interface EditorScreenProps {
  tab: EditorTab;
  handle: Handle;
  /** Whether the account has lost the handle since it was loaded. */
  isGone: boolean;
  several: boolean;
  isFirst: boolean;
  /** Opens the same tab for another handle. */
  onPick: (name: string) => void;
  /** Above the tabs: the link back. */
  back: ReactNode;
  /** Shown while the page is loading. */
  loading: ReactNode;
  uploadDialog: EditorParts['uploadDialog'];
  /** The open tab; `formId` is for its form, if it has one. */
  children: (formId: string) => ReactNode;
}

/** The editor of one handle: a frame around its tabs, with the live page beside them. */
export function EditorScreen(props: EditorScreenProps) {
  const { data, error, isFetching, refetch } = useQuery(blocksQuery(props.handle.id));
  const isWide = useIsWide();
  const preloads = isWide && hasPreview(props.tab);
  // While the blocks are loading.
  useEffect(() => {
    if (preloads) Phone.preload();
  }, [preloads]);
  if (data) return <LoadedEditor {...props} stored={data} />;
  if (!error) return props.loading;
  return (
    <div className="page-width py-10">
      <ErrorState message="Your page could not be loaded. Please try again." busy={isFetching} onRetry={refetch} />
    </div>
  );
}

function LoadedEditor({ stored, ...props }: EditorScreenProps & { stored: BlocksResponse }) {
  const parts = useEditorParts(props.handle, stored, props.uploadDialog);
  return (
    <EditorProvider value={parts}>
      <TooltipProvider>
        <Frame {...props} />
      </TooltipProvider>
    </EditorProvider>
  );
}

function Frame({ tab, handle, isGone, several, isFirst, onPick, back, children }: EditorScreenProps) {
  const editor = useEditor();
  const isWide = useIsWide();
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const isPreviewed = hasPreview(tab);
  const formId = useId();
  const { pathname, search } = useLocation();
  const unsaved = editor.store.unsaved();
  // The dialog reopens after each attempt to save, because each result is another object.
  const [closedFor, setClosedFor] = useState<object | null>();
  useHistoryKeys(editor);
  if (isGone && unsaved.length === 0) return <GoneNotice handle={handle} />;
  return (
    <div className="page-width pt-3 pb-16 sm:pt-5">
      <div
        className={classNames(
          'mx-auto grid grid-cols-1 gap-x-10 lg:max-w-none',
          isPreviewed && 'max-w-[35rem] lg:grid-cols-[minmax(0,35rem)_auto] lg:justify-between',
        )}
      >
        <div className="min-w-0">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
            {back}
            <a
              href={pages.profile(handle.handle)}
              target="_blank"
              rel="noopener noreferrer"
              className="-mr-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-soft hover:text-text"
            >
              View page <ExternalLink className="size-4 shrink-0" aria-hidden />
              <span className="sr-only">, opens in a new tab</span>
            </a>
          </div>
          {several && <HandlePicker picked={handle.handle} onPick={onPick} className="mb-3 sm:w-full!" />}
          <EditorTabs tab={tab} handle={handle} isFirst={isFirst} unsaved={unsaved} />
          <div className="pt-5 sm:pt-6">{children(formId)}</div>
          <EditorBar
            tab={tab}
            formId={tab === 'details' ? formId : undefined}
            onPreview={isWide || !isPreviewed ? undefined : () => setPreviewOpen(true)}
          />
        </div>
        {isWide && isPreviewed && (
          <aside aria-label="Your page" className="sticky top-20 mt-2 self-start">
            <Phone />
          </aside>
        )}
      </div>
      {!isWide && isPreviewed && <PreviewSheet open={isPreviewOpen} onClose={() => setPreviewOpen(false)} />}
      <LeaveGuard
        active={unsaved.length > 0}
        place={pathname + search}
        covers={(url) => isTabOf(url, handle, isFirst)}
      />
      {isGone && editor.result !== closedFor && <GoneDialog onClose={() => setClosedFor(editor.result)} />}
      {editor.conflict && <EditorConflict conflict={editor.conflict} />}
    </div>
  );
}

/** Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y step through the history, except in fields, which have their own history. */
function useHistoryKeys({ store, saves }: EditorParts): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      const act = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : null;
      if (!act || isTextField(event.target) || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      store[act]();
      void saves.saveBlocks();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store, saves]);
}

const TEXT_TYPES = new Set(['text', 'email', 'url', 'search', 'tel', 'number', 'password', 'datetime-local']);

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return TEXT_TYPES.has(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}
