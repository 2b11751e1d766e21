import { Switch as Base } from 'radix-ui';
import { classNames } from '../class-names.ts';

interface SwitchProps {
  id?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** For screen readers; the visible label may be elsewhere. */
  label: string;
  disabled?: boolean;
  /** Dimmed: the setting has no effect at the moment. */
  muted?: boolean;
}

/** An on-off control with a touch area of 44 px around its 24 px track. */
export function Switch({ id, checked, onChange, label, disabled = false, muted = false }: SwitchProps) {
  return (
    <Base.Root
      {...(id ? { id } : {})}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label}
      className={classNames(
        'group relative inline-flex h-11 w-12 shrink-0 items-center justify-center rounded-full disabled:opacity-50',
        muted && 'opacity-50',
      )}
    >
      <span className="flex h-6 w-11 items-center rounded-full border border-field bg-muted px-0.5 transition-colors duration-150 group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent">
        <Base.Thumb className="size-4.5 rounded-full bg-field transition-[transform,background-color] duration-150 data-[state=checked]:translate-x-5 data-[state=checked]:bg-surface forced-colors:bg-[CanvasText]!" />
      </span>
    </Base.Root>
  );
}
