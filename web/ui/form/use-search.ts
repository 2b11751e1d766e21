import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 300;

/** What is typed into a search field, and what to search for: the same, shortly after the last keystroke. */
export function useSearch() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  /** Empties the field and searches for everything at once. */
  const clear = () => {
    setTyped('');
    setSearch('');
  };
  return { typed, setTyped, search, clear };
}
