import { CircleAlert, CircleCheck } from 'lucide-react';
import { OutboxHint } from '../../accounts/shared/outbox-hint.tsx';
import { Button } from '../../ui/form/button.tsx';
import type { SaveResult } from './use-save-settings.ts';

interface SaveBarProps {
  busy: boolean;
  unsaved: boolean;
  result: SaveResult;
}

/** The save button, fixed at the bottom of the screen, and the result of the last save. */
export function SaveBar({ busy, unsaved, result }: SaveBarProps) {
  // Changes made during a save are not part of it.
  const isOutdated = result?.tone === 'success' && unsaved;
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-2 border-t border-border bg-background/90 px-4 pt-3 sm:mx-0 sm:rounded-t-card sm:border-x sm:px-6 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md sm:flex sm:items-center sm:justify-between sm:gap-4">
      <div className="min-w-0 text-sm">
        <div role="status">
          {result?.tone === 'success' && !isOutdated && (
            <p className="mb-2 flex items-start gap-1.5 font-medium wrap-anywhere text-success sm:mb-0">
              <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
              {result.message}
            </p>
          )}
          {(!result || isOutdated) && !busy && unsaved && (
            <p className="mb-2 text-soft sm:mb-0">There are unsaved changes.</p>
          )}
        </div>
        {result?.tone === 'error' && (
          <p role="alert" className="mb-2 flex items-start gap-1.5 font-medium wrap-anywhere text-danger sm:mb-0">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {result.message}
          </p>
        )}
        {result?.emailSent && <OutboxHint />}
      </div>
      <Button type="submit" variant="brand" busy={busy} className="shrink-0 max-sm:w-full">
        Save All Changes
      </Button>
    </div>
  );
}
