/** Two presses this close in time (ms) and place (px) are one double click. */
const SOON = 400;
const NEAR = 8;

/** Everything that a press makes a browser send, in this order. */
const PARTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;
const CONTROLS = 'a, button, input, label, select, summary, textarea, [role], [tabindex]';

interface Press {
  control: Element | null;
  x: number;
  y: number;
  at: number;
}

/**
 * Drops the second press of a double click where something else has come beneath the pointer in between: the next row
 * of a list, a dialog that opened, the page behind one that left. It was meant for what the first press was on.
 */
export function dropStrayPresses(target: EventTarget): void {
  let last: Press | null = null;
  let dropping = false;

  function begin(event: PointerEvent) {
    const press: Press = {
      control: event.target instanceof Element ? event.target.closest(CONTROLS) : null,
      x: event.clientX,
      y: event.clientY,
      at: event.timeStamp,
    };
    const isSecond =
      last !== null && press.at - last.at < SOON && Math.hypot(press.x - last.x, press.y - last.y) < NEAR;
    dropping = isSecond && press.control !== last?.control;
    if (!dropping) last = press;
  }

  for (const part of PARTS) {
    target.addEventListener(
      part,
      (event) => {
        if (part === 'pointerdown') begin(event as PointerEvent);
        // A click without a count comes from the keyboard or a script.
        if (!dropping || (part === 'click' && (event as MouseEvent).detail === 0)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }
}
