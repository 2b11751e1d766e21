import { CircleAlert, CircleCheck, Eye } from 'lucide-react';
import { Button } from '../../ui/form/button.tsx';

interface SaveBarProps {
  isDirty: boolean;
  isReadOnly: boolean;
  isSaving: boolean;
  problem: string | undefined;
  onDiscard: () => void;
  /** Undefined if the preview is beside the form. */
  onPreview: (() => void) | undefined;
}

/** The bar at the bottom of the form: the state of saving, the preview on narrow screens, and the buttons. */
export function SaveBar({ isDirty, isReadOnly, isSaving, problem, onDiscard, onPreview }: SaveBarProps) {
  if (isReadOnly && !onPreview) return null;
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap items-center gap-2.5 border-t border-border bg-background/92 px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] backdrop-blur-md sm:mx-0 sm:rounded-t-card sm:border-x">
      {!isReadOnly && (
        <div className="min-w-0 text-sm max-sm:w-full sm:flex-1">
          {problem ? (
            <p role="alert" className="flex items-start gap-1.5 font-medium text-danger">
              <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              {problem}
            </p>
          ) : (
            <p role="status" className="flex items-start gap-1.5 text-soft">
              {isDirty ? (
                <CircleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
              ) : (
                <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />
              )}
              {isDirty ? 'There are unsaved changes.' : 'Everything is saved.'}
            </p>
          )}
        </div>
      )}
      {onPreview && (
        <Button variant="secondary" onClick={onPreview} className="max-sm:flex-1">
          <Eye aria-hidden /> Preview
        </Button>
      )}
      {isDirty && (
        <Button variant="ghost" onClick={onDiscard} disabled={isSaving}>
          Discard
        </Button>
      )}
      {!isReadOnly && (
        <Button type="submit" variant="brand" busy={isSaving} busyLabel="Saving..." className="min-w-28 max-sm:flex-1">
          Save
        </Button>
      )}
    </div>
  );
}
