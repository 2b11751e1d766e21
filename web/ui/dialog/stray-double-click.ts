/** Two presses within this time (ms) and distance (px) are one double click. */
const MAX_INTERVAL_MS = 400;
const MAX_DISTANCE_PX = 8;

/** The events that one press dispatches, in this order. */
const PRESS_EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;
const CONTROLS = 'a, button, input, label, select, summary, textarea, [role], [tabindex]';

interface Press {
  control: Element | null;
  x: number;
  y: number;
  at: number;
}

/**
 * Drops the second press of a double click if it would hit another control than the first: the next row of a list, a
 * dialog that just opened, or the page behind a dialog that just closed.
 */
export function dropStrayDoubleClicks(target: EventTarget): void {
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
      last !== null &&
      press.at - last.at < MAX_INTERVAL_MS &&
      Math.hypot(press.x - last.x, press.y - last.y) < MAX_DISTANCE_PX;
    dropping = isSecond && press.control !== last?.control;
    if (!dropping) last = press;
  }

  for (const type of PRESS_EVENTS) {
    target.addEventListener(
      type,
      (event) => {
        if (type === 'pointerdown') begin(event as PointerEvent);
        // A click with `detail` 0 comes from the keyboard or a script.
        if (!dropping || (type === 'click' && (event as MouseEvent).detail === 0)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }
}
