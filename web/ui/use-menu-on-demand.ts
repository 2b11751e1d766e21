import { type ComponentType, useEffect, useState } from 'react';
import { type OnDemand, useOnDemand } from './on-demand.ts';
import { toast } from './toast/toast-store.ts';

/** Downloads a menu when it is first opened. A failure shows a toast, and the next click tries again. */
export function useMenuOnDemand<Props>(chunk: OnDemand<Props>): {
  Menu: ComponentType<Props> | undefined;
  open: () => void;
} {
  const [wanted, setWanted] = useState(false);
  const { Component, failures } = useOnDemand(chunk, wanted);
  useEffect(() => {
    if (failures === 0) return;
    setWanted(false);
    toast({
      title: 'The menu could not be loaded',
      description: 'Check your connection and try again.',
      variant: 'destructive',
    });
  }, [failures]);
  return { Menu: wanted ? Component : undefined, open: () => setWanted(true) };
}
