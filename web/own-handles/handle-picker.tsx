import { ChevronsUpDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { dialogOnDemand } from '../ui/dialog/dialog-on-demand.tsx';

const HandlePickerDialog = dialogOnDemand(async () => (await import('./handle-picker-dialog.tsx')).HandlePickerDialog);

/** The handle that was just picked. If its screen is created anew, the focus returns to the new picker. */
let justPicked: string | null = null;

interface HandlePickerProps {
  /** The current handle. */
  picked: string;
  onPick: (handle: string) => void;
  className?: string;
}

/** Shows the current handle of a screen and opens a dialog to choose another one. */
export function HandlePicker({ picked, onPick, className }: HandlePickerProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (justPicked !== picked) return;
    justPicked = null;
    // Runs after the closing dialog has moved the focus.
    const timer = setTimeout(() => button.current?.focus());
    return () => clearTimeout(timer);
  }, [picked]);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-label={`Handle: ${picked}. Choose another one`}
        onPointerEnter={HandlePickerDialog.preload}
        onFocus={HandlePickerDialog.preload}
        onClick={() => setOpen(true)}
        className={classNames(
          'flex min-h-11 w-full max-w-full items-center justify-between gap-3 rounded-control border border-field bg-surface px-3.5 text-left text-base font-medium transition-colors hover:bg-hover sm:w-72',
          className,
        )}
      >
        <span className="min-w-0 truncate">{picked}</span>
        <ChevronsUpDown className="size-4 shrink-0 text-soft" aria-hidden />
      </button>
      <HandlePickerDialog
        open={open}
        picked={picked}
        onClose={() => setOpen(false)}
        onPick={(handle) => {
          setOpen(false);
          if (handle === picked) return;
          justPicked = handle;
          onPick(handle);
        }}
      />
    </>
  );
}
