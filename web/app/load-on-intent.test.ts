import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FALLBACK_PRICES } from '../../contract/payments/plans.ts';
import { waitForIntent } from './load-on-intent.ts';

let window: EventTarget;

beforeEach(() => {
  const requestIdleCallback = () => 0;
  window = Object.assign(new EventTarget(), { location: { search: '' }, earlyClicks: [], requestIdleCallback });
  const body = {};
  const shown = { textContent: JSON.stringify(FALLBACK_PRICES) };
  vi.stubGlobal('window', window);
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('document', {
    activeElement: body,
    body,
    readyState: 'complete',
    addEventListener: () => {},
    getElementById: (id: string) => ({ 'shown-prices': shown, 'app-files': { textContent: '[]' } })[id] ?? null,
    querySelectorAll: () => [],
  });
  vi.stubGlobal('fetch', async () => Response.json(FALLBACK_PRICES));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const move = (x: number, y: number) => Object.assign(new Event('pointermove'), { movementX: x, movementY: y });

/** Waits for the prices and returns whether the document must be hydrated. */
async function isNeeded({ needed, packages }: ReturnType<typeof waitForIntent>): Promise<boolean> {
  await packages;
  let isResolved = false;
  void needed.then(() => {
    isResolved = true;
  });
  await new Promise((done) => setImmediate(done));
  return isResolved;
}

it('hydrates the landing page when the pointer moves, but not for a pointer that rests where the page appears', async () => {
  const intent = waitForIntent();
  window.dispatchEvent(move(0, 0));
  expect(await isNeeded(intent)).toBe(false);
  window.dispatchEvent(move(0, 3));
  expect(await isNeeded(intent)).toBe(true);
});

it.each(['pointerdown', 'touchstart', 'keydown', 'focusin', 'storage'])(
  'hydrates the landing page on %s',
  async (name) => {
    const intent = waitForIntent();
    expect(await isNeeded(intent)).toBe(false);
    window.dispatchEvent(new Event(name));
    expect(await isNeeded(intent)).toBe(true);
  },
);
