import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';

const HandlePickerDialog = dialogOnDemand(async () => (await import('./handle-picker-dialog.tsx')).HandlePickerDialog);

interface HandlePickerProps {
  /** The current handle. */
  picked: string;
  onPick: (handle: string) => void;
  className?: string;
}

/** Shows the current handle of a screen and opens a dialog to choose another one. */
export function HandlePicker({ picked, onPick, className }: HandlePickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
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
          if (handle !== picked) onPick(handle);
        }}
      />
    </>
  );
}
