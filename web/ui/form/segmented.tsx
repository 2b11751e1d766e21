import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

interface SegmentedProps<Value extends string | number> {
  /** For screen readers. */
  label: string;
  options: readonly { value: Value; name: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** A choice between a few short options in one row. */
export function Segmented<Value extends string | number>({
  label,
  options,
  value: chosen,
  onChange,
  className,
}: SegmentedProps<Value>) {
  const group = useId();
  return (
    <fieldset className={classNames('flex rounded-control border border-border bg-muted p-1', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, name }) => (
        <label
          key={value}
          className="relative grid min-h-9 flex-1 cursor-pointer place-items-center rounded-[calc(var(--radius-control)-4px)] px-3 text-sm font-semibold whitespace-nowrap text-soft transition-colors hover:text-text has-checked:bg-surface has-checked:text-text has-checked:shadow-soft has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:px-1 sm:px-4"
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
