/** Hover time (ms) before a tooltip opens; after one has closed, the next opens without delay for TOOLTIP_SKIP_DELAY. */
const TOOLTIP_DELAY = 700;
const TOOLTIP_SKIP_DELAY = 300;

export interface OpenTooltip {
  control: HTMLElement;
  /** Differs for each opening. */
  number: number;
}

interface Events {
  onOpen: (open: OpenTooltip | null) => void;
  /** A tooltip may open soon. */
  onIntent: () => void;
}

/**
 * Watches the document for controls with `data-tooltip` and reports which tooltip is open. An open tooltip closes
 * itself when the pointer leaves.
 */
export function watchTooltips({ onOpen, onIntent }: Events): { close: () => void; stop: () => void } {
  let open: HTMLElement | null = null;
  let hovered: HTMLElement | null = null;
  /** Whether the pointer has left the control whose tooltip it opened. */
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = Number.NEGATIVE_INFINITY;
  let isPointerDown = false;
  let openings = 0;

  function show(control: HTMLElement) {
    clearTimeout(timer);
    if (open === control) return;
    open = control;
    openings += 1;
    onOpen({ control, number: openings });
  }
  function close() {
    clearTimeout(timer);
    if (!open) return;
    open = null;
    if (isLeaving) hovered = null;
    isLeaving = false;
    closedAt = performance.now();
    onOpen(null);
  }

  function release() {
    isPointerDown = false;
  }

  const listeners: { [Name in keyof DocumentEventMap]?: (event: DocumentEventMap[Name]) => void } = {
    // Not `pointerover`, because a control that appears below a resting pointer also gets that event.
    pointermove(event) {
      if (event.pointerType === 'touch') return;
      const control = controlOf(event);
      if (open && hovered !== open) {
        // If the focus opened the tooltip, the pointer closes it only after having been there.
        hovered = control === open ? open : null;
        return;
      }
      if (open) {
        isLeaving = control !== open;
        // The pointer may be on its way to the open tooltip, which closes itself if it is not.
        if (!isLeaving || (!control && isBetween(open, event))) return;
        close();
      }
      if (control === hovered) return;
      clearTimeout(timer);
      hovered = control;
      if (!control) return;
      onIntent();
      if (performance.now() - closedAt < TOOLTIP_SKIP_DELAY) show(control);
      else timer = setTimeout(() => show(control), TOOLTIP_DELAY);
    },
    pointerdown() {
      isPointerDown = true;
      close();
    },
    pointerup: release,
    pointercancel: release,
    click: close,
    focusin(event) {
      const control = controlOf(event);
      if (!control || isPointerDown) return;
      onIntent();
      show(control);
    },
    focusout: (event) => controlOf(event) === open && close(),
  };
  const leave = () => {
    clearTimeout(timer);
    hovered = null;
  };
  for (const [name, listener] of Object.entries(listeners)) {
    document.addEventListener(name, listener as EventListener, { capture: true, passive: true });
  }
  document.documentElement.addEventListener('pointerleave', leave);

  return {
    close,
    stop() {
      close();
      for (const [name, listener] of Object.entries(listeners)) {
        document.removeEventListener(name, listener as EventListener, { capture: true });
      }
      document.documentElement.removeEventListener('pointerleave', leave);
    },
  };
}

function controlOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
}

/**
 * Returns whether the pointer is in the smallest rectangle around an open tooltip and its control. A pointer can leave
 * that rectangle in a single event.
 */
function isBetween(control: HTMLElement, { clientX: x, clientY: y }: PointerEvent): boolean {
  const tooltip = document.querySelector('[data-open-tooltip]');
  const boxes = [control, ...(tooltip ? [tooltip] : [])].map((element) => element.getBoundingClientRect());
  return (
    x >= Math.min(...boxes.map(({ left }) => left)) &&
    x <= Math.max(...boxes.map(({ right }) => right)) &&
    y >= Math.min(...boxes.map(({ top }) => top)) &&
    y <= Math.max(...boxes.map(({ bottom }) => bottom))
  );
}
