import { Search } from 'lucide-react';
import { useId } from 'react';
import { Input } from '../../ui/form/input.tsx';

/** A search field for handles. */
export function HandleSearch({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const id = useId();
  return (
    <search className="relative mb-4 block sm:mb-6 sm:max-w-sm">
      <label htmlFor={id} className="sr-only">
        Find a handle
      </label>
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-soft"
        aria-hidden
      />
      <Input
        id={id}
        type="search"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        placeholder="Find a handle"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="pl-10.5"
      />
    </search>
  );
}
