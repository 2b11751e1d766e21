import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchTooltips } from './watch-tooltips.ts';

/** An element of a page without layout: a box, with its own tooltip if it is a control. */
class Box {
  readonly hasTooltip: boolean;
  readonly getBoundingClientRect;
  constructor(rect: { left: number; top: number; right: number; bottom: number }, hasTooltip: boolean) {
    this.hasTooltip = hasTooltip;
    this.getBoundingClientRect = () => rect;
  }
  closest() {
    return this.hasTooltip ? this : null;
  }
}

const boxAt = (left: number, top: number, hasTooltip = true) =>
  new Box({ left, top, right: left + 40, bottom: top + 40 }, hasTooltip);
const page = new Box({ left: 0, top: 0, right: 1000, bottom: 1000 }, false);
const [one, two] = [boxAt(100, 100), boxAt(400, 100)];
/** Above `one`. */
const tooltip = boxAt(100, 54, false);

let target: EventTarget;
let shown: unknown[];
let watch: ReturnType<typeof watchTooltips>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Element', Box);
  target = Object.assign(new EventTarget(), { documentElement: new EventTarget(), querySelector: () => tooltip });
  vi.stubGlobal('document', target);
  shown = [];
  watch = watchTooltips({ onOpen: (open) => shown.push(open?.control ?? null), onIntent: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Dispatches an event at an element, at its centre unless another place is given. */
function happens(type: string, at: Box, place = at.getBoundingClientRect()) {
  const event = Object.assign(new Event(type), { clientX: place.left + 20, clientY: place.top + 20 });
  Object.defineProperty(event, 'target', { value: at });
  target.dispatchEvent(event);
}

it('opens a tooltip after 700 ms, and the next one immediately after the pointer jumps in a single event', () => {
  happens('pointermove', one);
  vi.advanceTimersByTime(699);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  happens('pointermove', two);
  expect(shown).toEqual([one, null, two]);
});

it('a tooltip closes when the pointer jumps away in a single event, and opens again when it returns', () => {
  happens('pointermove', one);
  vi.advanceTimersByTime(700);
  happens('pointermove', page, { left: 700, top: 700, right: 0, bottom: 0 });
  expect(shown).toEqual([one, null]);
  vi.advanceTimersByTime(1000);
  happens('pointermove', one);
  vi.advanceTimersByTime(700);
  expect(shown).toEqual([one, null, one]);
});

it('a tooltip stays open while the pointer moves to it, and opens again after it has closed itself', () => {
  happens('pointermove', one);
  vi.advanceTimersByTime(700);
  happens('pointermove', page, { left: 100, top: 76, right: 0, bottom: 0 });
  happens('pointermove', tooltip);
  expect(shown).toEqual([one]);
  watch.close();
  happens('pointermove', one);
  expect(shown).toEqual([one, null, one]);
});

it('a tooltip opened by the focus is not closed by a pointer elsewhere, and stays closed below a resting pointer', () => {
  happens('focusin', one);
  happens('pointermove', page, { left: 700, top: 700, right: 0, bottom: 0 });
  expect(shown).toEqual([one]);
  happens('pointermove', one);
  watch.close();
  vi.advanceTimersByTime(1000);
  happens('pointermove', one);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([one, null]);
});
