import { type ComponentType, useEffect, useState } from 'react';
import { type OnDemand, useOnDemand } from './on-demand.ts';
import { toast } from './toast/toast-store.ts';

/** A menu whose code is downloaded when it is first asked for; when that fails, a toast says so and the next press tries again. */
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
