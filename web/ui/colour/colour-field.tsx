import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { fieldStyle } from '../form/field-style.ts';

interface ColourFieldProps {
  label: string;
  help?: string;
  value: string | null;
  /** Null removes the colour; left out where a colour is required. */
  onChange: (colour: string | null) => void;
  isRequired?: boolean;
}

const COLOUR = /^#[0-9a-f]{6}$/;

/** A colour, chosen in the browser's picker or typed, such as #1a2b3c. */
export function ColourField({ label, help, value, onChange, isRequired = false }: ColourFieldProps) {
  const id = useId();
  // Text that is not a colour yet.
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null;

  function type(text: string) {
    const colour = `#${text.trim().replace(/^#/, '').toLowerCase()}`;
    const isColour = COLOUR.test(colour);
    setTyped(isColour ? null : text);
    if (isColour) onChange(colour);
    else if (text.trim() === '' && !isRequired) {
      setTyped(null);
      onChange(null);
    }
  }

  return (
    <div className="grid gap-1.5">
      <label htmlFor={`${id}-text`} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex items-center gap-2">
        <span className="relative size-11 shrink-0 forced-color-adjust-none overflow-hidden rounded-control border border-field bg-[conic-gradient(from_0deg,#f43f5e,#f59e0b,#84cc16,#06b6d4,#6366f1,#d946ef,#f43f5e)]">
          {value && <span className="absolute inset-0" style={{ background: value }} />}
          <input
            type="color"
            aria-label={`${label}: choose a colour`}
            value={value ?? '#808080'}
            onChange={(event) => {
              setTyped(null);
              onChange(event.target.value.toLowerCase());
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </span>
        <input
          id={`${id}-text`}
          value={typed ?? value ?? ''}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(null)}
          placeholder={isRequired ? '#1a2b3c' : 'From the theme'}
          maxLength={8}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-help`}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className={fieldStyle('w-40! font-mono')}
        />
        {value !== null && !isRequired && (
          <button
            type="button"
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => onChange(null)}
            className="grid size-11 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
          >
            <X className="size-4.5" aria-hidden />
          </button>
        )}
      </div>
      <p id={`${id}-help`} className="text-sm text-soft empty:hidden">
        {isWrong ? 'A colour has six digits, such as #1a2b3c.' : help}
      </p>
    </div>
  );
}
