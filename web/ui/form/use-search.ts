import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 300;

/** Returns the text of a search field, and the text to search for, which follows shortly after the last keystroke. */
export function useSearch() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  /** Empties the field and immediately searches for everything. */
  const clear = () => {
    setTyped('');
    setSearch('');
  };
  return { typed, setTyped, search, clear };
}
