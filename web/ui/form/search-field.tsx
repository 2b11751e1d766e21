import { Search } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { Input } from './input.tsx';

interface SearchFieldProps {
  /** For screen readers. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (typed: string) => void;
  className?: string;
}

/** A field that searches a list of names or addresses. */
export function SearchField({ label, placeholder, value, onChange, className }: SearchFieldProps) {
  return (
    <div className={classNames('relative', className)}>
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-soft"
        aria-hidden
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={200}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="pl-10.5"
      />
    </div>
  );
}
