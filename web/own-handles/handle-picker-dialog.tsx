import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { ErrorState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { matchingHandles } from './matching-handles.ts';
import { allHandlesQuery } from './own-handles.ts';

/** Maximum number of listed handles. */
const MAX_SHOWN = 50;

interface HandlePickerDialogProps {
  open: boolean;
  picked: string;
  onClose: () => void;
  onPick: (handle: string) => void;
}

/** Lists all handles of the user, filtered by a search field. */
export function HandlePickerDialog({ open, picked, onClose, onPick }: HandlePickerDialogProps) {
  const [typed, setTyped] = useState('');
  const handles = useQuery({ ...allHandlesQuery, enabled: open });
  const found = matchingHandles(handles.data ?? [], typed);

  return (
    <Dialog open={open} onClose={onClose} title="Choose a handle">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [best] = found;
          if (best) onPick(best.handle);
        }}
      >
        <Field label="Find a handle" help={handles.data && resultText(found.length)}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              type="search"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
            />
          )}
        </Field>
      </form>
      <div className="mt-3 h-[min(22rem,45dvh)] overflow-y-auto overscroll-contain">
        {handles.isPending && <LoadingList />}
        {handles.isLoadingError && (
          <ErrorState message={handles.error.message} onRetry={handles.refetch} busy={handles.isFetching} />
        )}
        <ul aria-label="Handles">
          {found.slice(0, MAX_SHOWN).map(({ id, handle }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={handle === picked || undefined}
                onClick={() => onPick(handle)}
                className="flex min-h-11 w-full items-center justify-between gap-3 rounded-lg px-3 text-left font-medium transition-colors hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 truncate">{handle}</span>
                {handle === picked && <Check className="size-4.5 shrink-0 text-accent" aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function resultText(count: number): string {
  if (count === 0) return 'No handles match your search.';
  if (count > MAX_SHOWN) return `${count} handles, the first ${MAX_SHOWN} shown. Type to narrow them down.`;
  return count === 1 ? '1 handle' : `${count} handles`;
}

function LoadingList() {
  return (
    <div role="status" aria-label="Loading your handles" className="grid gap-3 p-3">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-5 w-52" />
      <Skeleton className="h-5 w-36" />
    </div>
  );
}
