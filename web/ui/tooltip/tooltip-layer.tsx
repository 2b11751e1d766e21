import { Tooltip as Base } from 'radix-ui';
import { type Ref, useLayoutEffect } from 'react';

interface TooltipLayerProps {
  control: HTMLElement;
  onClose: () => void;
}

/** The open tooltip of a control that is already in the document. Radix places it and closes it when the pointer leaves both. */
export function TooltipLayer({ control, onClose }: TooltipLayerProps) {
  return (
    <Base.Provider>
      <Base.Root open onOpenChange={(open) => !open && onClose()}>
        <Base.Trigger asChild>
          <Control element={control} onRemoved={onClose} />
        </Base.Trigger>
        <Base.Portal>
          <Base.Content
            data-open-tooltip
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-fade rounded-lg bg-text px-2.5 py-1.5 text-xs font-medium text-background shadow-float"
          >
            {control.dataset.tooltip}
          </Base.Content>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}

interface ControlProps {
  element: HTMLElement;
  onRemoved: () => void;
  /** Given by Radix. */
  ref?: Ref<HTMLElement>;
  'aria-describedby'?: string;
}

/** Stands for the control among Radix's components. */
function Control({ element, onRemoved, ref, 'aria-describedby': description }: ControlProps) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') return applied(ref, element);
    if (!ref) return;
    ref.current = element;
    return () => {
      ref.current = null;
    };
  }, [ref, element]);
  useLayoutEffect(() => {
    if (!description) return;
    const before = element.getAttribute('aria-describedby');
    element.setAttribute('aria-describedby', before ? `${before} ${description}` : description);
    return () =>
      before === null ? element.removeAttribute('aria-describedby') : element.setAttribute('aria-describedby', before);
  }, [element, description]);
  useLayoutEffect(() => {
    const observer = new MutationObserver(() => element.isConnected || onRemoved());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [element, onRemoved]);
  return null;
}

function applied(ref: (element: HTMLElement | null) => unknown, element: HTMLElement): () => void {
  const cleanUp = ref(element);
  return typeof cleanUp === 'function' ? () => void cleanUp() : () => void ref(null);
}
