import { cloneElement, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { partOnDemand } from '../on-demand.tsx';
import { type OpenTooltip, watchTooltips } from './watch-tooltips.ts';

const Layer = partOnDemand(
  async () => (await import('./tooltip-layer.tsx')).TooltipLayer,
  null,
  () => null,
);

/** Wraps a screen with tooltips. Their code is downloaded when the first one is about to open. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [watch, setWatch] = useState<ReturnType<typeof watchTooltips>>();
  const [open, setOpen] = useState<OpenTooltip | null>(null);
  useEffect(() => {
    const started = watchTooltips({ onOpen: setOpen, onIntent: Layer.preload });
    setWatch(started);
    return started.stop;
  }, []);
  return (
    <>
      {children}
      {open && watch && <Layer key={open.number} control={open.control} onClose={watch.close} />}
    </>
  );
}

/** A hint shown on hover and keyboard focus. The control needs its own accessible name and passes on unknown attributes. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return cloneElement(children as ReactElement<{ 'data-tooltip'?: string }>, { 'data-tooltip': text });
}
