import { Check, Copy, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { Dialog, DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { copyText } from '../../ui/form/copy-text.ts';
import { useEditor } from '../shared/editor-context.ts';
import { goneReason, goneText } from './gone-text.ts';
import { unsavedText } from './unsaved-text.ts';

/**
 * Explains that nothing can be saved any more and offers the changes for copying. The form behind the dialog stays
 * unchanged.
 */
export function GoneDialog({ onClose }: { onClose: () => void }) {
  const { handle, base, draft } = useEditor();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const text = unsavedText({ base, draft });
  return (
    <Dialog
      open
      onClose={onClose}
      icon={<DialogIcon tone="danger" icon={UserRoundX} />}
      title={goneText(handle)}
      description={
        <div className="grid gap-2">
          <p>{goneReason(handle)}</p>
          <p>Your changes cannot be saved. They stay on this screen until you leave it.</p>
        </div>
      }
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Your unsaved changes"
        className="max-h-56 overflow-y-auto rounded-control border border-border bg-muted/60 p-3 text-sm wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </section>
      <p role="status" className="mt-2 text-sm text-danger empty:hidden">
        {outcome === 'failed' && 'This browser does not allow copying: select the text above.'}
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Stay Here
        </Button>
        <Button
          onClick={() => void copyText(text).then((isCopied) => setOutcome(isCopied ? 'copied' : 'failed'))}
          data-autofocus
        >
          {outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {outcome === 'copied' ? 'Copied' : 'Copy My Changes'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
