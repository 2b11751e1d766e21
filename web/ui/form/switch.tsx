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
    <button
      type="button"
      role="switch"
      id={id}
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={classNames(
        'group relative inline-flex h-11 w-12 shrink-0 items-center justify-center rounded-full disabled:opacity-50',
        muted && 'opacity-50',
      )}
    >
      <span className="flex h-6 w-11 items-center rounded-full border border-field bg-muted px-0.5 transition-colors duration-150 group-aria-checked:border-accent group-aria-checked:bg-accent">
        <span className="size-4.5 rounded-full bg-field transition-[transform,background-color] duration-150 group-aria-checked:translate-x-5 group-aria-checked:bg-surface forced-colors:bg-[CanvasText]!" />
      </span>
    </button>
  );
}
