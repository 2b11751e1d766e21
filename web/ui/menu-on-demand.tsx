import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { onDemand, useOnDemand } from './on-demand.tsx';
import { toastError } from './toast/toast-store.ts';

interface Triggered {
  /** The button that opens the menu. It passes on unknown attributes. */
  trigger: ReactNode;
}

/**
 * Returns a menu whose code is downloaded on hover or focus of its trigger. A failure shows a toast, and the next click tries
 * again. The menu is open when it is mounted.
 */
export function menuOnDemand<Props extends Triggered>(download: () => Promise<(props: Props) => ReactNode>) {
  const chunk = onDemand(download);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each menu, at the top of a module
  return function Menu(props: Props) {
    const [wanted, setWanted] = useState(false);
    const { Component, failures } = useOnDemand(chunk, wanted);
    useEffect(() => {
      if (failures === 0) return;
      setWanted(false);
      toastError('The menu could not be loaded', 'Check your connection and try again.');
    }, [failures]);
    if (wanted && Component) return <Component {...props} />;
    return cloneElement(props.trigger as ReactElement<ComponentProps<'button'>>, {
      'aria-haspopup': 'menu',
      onPointerEnter: chunk.preload,
      onFocus: chunk.preload,
      onClick: () => setWanted(true),
    });
  };
}
