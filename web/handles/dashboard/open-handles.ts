import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Kept in the query cache, which a sign-out clears. The rows stay open when the user returns from a screen of a handle.
 */
const KEY = ['dashboard', 'open-handles'];

type Toggled = Readonly<Record<number, boolean>>;

/** Which rows the user opened or closed; `isOpen` is the default of the others. */
export function useOpenHandles() {
  const client = useQueryClient();
  const [toggled, setToggled] = useState<Toggled>(() => client.getQueryData<Toggled>(KEY) ?? {});
  const isOpen = (id: number, byDefault: boolean) => toggled[id] ?? byDefault;
  function toggle(id: number, byDefault: boolean) {
    const next = { ...toggled, [id]: !isOpen(id, byDefault) };
    client.setQueryData(KEY, next);
    setToggled(next);
  }
  return { isOpen, toggle };
}
