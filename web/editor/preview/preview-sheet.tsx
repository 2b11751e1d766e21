import { X } from 'lucide-react';
import { Dialog as Base } from 'radix-ui';
import { useRef } from 'react';
import { PageImage } from '../../profiles/shared/page-preview.tsx';
import { usePreviewed } from '../shared/use-previewed.ts';

interface PreviewSheetProps {
  open: boolean;
  onClose: () => void;
}

/** The page with all unsaved changes, raised over the form on narrow screens. */
export function PreviewSheet({ open, onClose }: PreviewSheetProps) {
  const { profile, theme } = usePreviewed();
  const opener = useRef<Element | null>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Overlay className="fixed inset-0 z-40 animate-fade bg-(--scrim)" />
        <Base.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className="fixed inset-x-0 top-6 bottom-0 z-50 mx-auto flex max-w-[30rem] animate-sheet flex-col rounded-t-2xl border border-border bg-raised shadow-float outline-none"
        >
          <div className="flex items-center justify-between gap-3 py-1.5 pr-2 pl-5">
            <Base.Title className="font-semibold">Preview</Base.Title>
            <Base.Close
              aria-label="Close"
              className="grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
            >
              <X className="size-5" aria-hidden />
            </Base.Close>
          </div>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label="Live preview"
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
          >
            <PageImage profile={profile} theme={theme} height={760} />
          </section>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
