import { SearchField } from '../ui/form/search-field.tsx';

/** A search field for handles. */
export function HandleSearch({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  return (
    <search className="mb-4 block sm:mb-6 sm:max-w-sm">
      <SearchField label="Find a handle" placeholder="Find a handle" value={typed} onChange={onType} />
    </search>
  );
}
