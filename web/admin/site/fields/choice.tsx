import { type ReactNode, useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; title: string; about?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The options stand beside one another on wider screens. */
  isRow?: boolean;
}

/** A choice between options that each have an explanation. */
export function Choice<Value extends string>({
  label,
  options,
  value: chosen,
  onChange,
  isRow = false,
}: ChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset className={classNames('grid gap-2.5', isRow && 'sm:grid-cols-3')}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {options.map(({ value, title, about }) => (
        <label
          key={value}
          className="flex cursor-pointer gap-3 rounded-control border border-field p-3.5 transition-colors has-checked:border-accent has-checked:bg-accent-surface has-focus-visible:ring-3 has-focus-visible:ring-focus/40 has-disabled:cursor-default"
        >
          <input
            type="radio"
            name={group}
            value={value}
            checked={value === chosen}
            onChange={() => onChange(value)}
            className="mt-0.5 size-5 shrink-0 accent-(--accent) outline-none"
          />
          <span className="text-sm">
            <span className="block font-medium">{title}</span>
            {about && <span className="text-soft">{about}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
