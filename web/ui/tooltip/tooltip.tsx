import { cloneElement, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { onDemand, useOnDemand } from '../on-demand.ts';
import { type OpenTooltip, watchTooltips } from './watch-tooltips.ts';

const layer = onDemand(async () => (await import('./tooltip-layer.tsx')).TooltipLayer);

/** Wraps a screen with tooltips. Their code is downloaded when the first one is about to open. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [watch, setWatch] = useState<ReturnType<typeof watchTooltips>>();
  const [open, setOpen] = useState<OpenTooltip | null>(null);
  useEffect(() => {
    const started = watchTooltips({ onOpen: setOpen, onIntent: layer.preload });
    setWatch(started);
    return started.stop;
  }, []);
  const { Component: Layer } = useOnDemand(layer, open !== null);
  return (
    <>
      {children}
      {open && watch && Layer && <Layer key={open.number} control={open.control} onClose={watch.close} />}
    </>
  );
}

/** A hint shown on hover and keyboard focus. The control needs its own accessible name and passes on unknown attributes. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return cloneElement(children as ReactElement<{ 'data-tooltip'?: string }>, { 'data-tooltip': text });
}
