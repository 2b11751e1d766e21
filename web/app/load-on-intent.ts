/** Events that show that the visitor is about to use the page. Moves of a pointer at rest do not count (`isAtRest`). */
const INTENT_EVENTS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin'];

/** A price in the server-rendered landing page. */
interface ShownPrice {
  name: string;
  price_yearly_usd_now: number;
  price_yearly_usd_full: number;
}

export interface Intent {
  /** Resolves when the document must be hydrated. */
  needed: Promise<void>;
  /** The response of `/api/packages`, if it was requested already. */
  packages?: Promise<unknown>;
}

/**
 * Waits until the app is needed. On the landing page that is the first event of INTENT_EVENTS, a request for the
 * sign-in dialog, or live prices that differ from the document; on other pages immediately. This file has no imports,
 * because it is all the script that the landing page runs before the first use.
 */
export function waitForIntent(): Intent {
  const shown = readBlock('shown-prices') as ShownPrice[] | undefined;
  if (!shown || !readBlock('app-files') || isNeededAlready()) return { needed: Promise.resolve() };
  const packages = fetchPackages();
  const { promise, resolve } = Promise.withResolvers<void>();
  // The listeners stay. Further events change nothing, and removing the listeners would cost script.
  const onIntent = (event: Event) => isAtRest(event) || resolve();
  const options = { capture: true, passive: true };
  for (const name of INTENT_EVENTS) window.addEventListener(name, onIntent, options);
  document.addEventListener('click', recordEarlyLink, true);
  window.recordEarlyLink = recordEarlyLink;
  // Another tab changed the theme or requested the sign-in dialog.
  window.addEventListener('storage', onIntent, options);
  packages.then(
    (live) => differs(live, shown) && resolve(),
    () => {}, // keep the prices in the document
  );
  whenIdle(prefetchApp);
  return { needed: promise, packages };
}

/**
 * Returns whether an event is the move that a browser sends for a resting pointer when the page below it appears or
 * changes.
 */
function isAtRest(event: Event): boolean {
  const { movementX, movementY } = event as PointerEvent;
  return event.type === 'pointermove' && movementX === 0 && movementY === 0;
}

/** Records a clicked link. Once the app is loaded, it follows the link without a new document. */
function recordEarlyLink(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a');
  const isPlainClick = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlainClick || link.target !== '' || link.origin !== window.location.origin) return;
  event.preventDefault();
  window.earlyClicks.push(link);
}

/** Returns whether the visitor has used the page before this script ran. */
function isNeededAlready(): boolean {
  const { activeElement } = document;
  const typed = [...document.querySelectorAll('input')].some(({ value }) => value !== '');
  const inUse = activeElement !== null && activeElement !== document.body;
  return (
    typed ||
    inUse ||
    new URLSearchParams(window.location.search).has('login') ||
    window.earlyClicks.length > 0 ||
    hasLoginFlag()
  );
}

function hasLoginFlag(): boolean {
  try {
    return localStorage.getItem('openLoginModal') !== null;
  } catch {
    return false;
  }
}

async function fetchPackages(): Promise<unknown> {
  const response = await fetch('/api/packages', { credentials: 'include', headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

/** Returns whether a live price differs from the document. An unexpected response counts as different: the app handles it. */
function differs(live: unknown, shown: ShownPrice[]): boolean {
  if (!Array.isArray(live)) return true;
  return shown.some((price) => {
    const livePrice = live.find((candidate) => candidate?.name === price.name) ?? price;
    return (
      livePrice.price_yearly_usd_now !== price.price_yearly_usd_now ||
      livePrice.price_yearly_usd_full !== price.price_yearly_usd_full
    );
  });
}

/** Downloads the app into the browser cache without running it. */
function prefetchApp(): void {
  const files = readBlock('app-files') as string[] | undefined;
  for (const href of files ?? []) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = href;
    document.head.append(link);
  }
}

function whenIdle(work: () => void): void {
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1000));
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
}

function readBlock(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
