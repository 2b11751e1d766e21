/** Signs that somebody is about to use the page. */
const INTENTS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin'];

/** What the landing page shows before the app is there, as the server wrote it. */
interface ShownPrice {
  name: string;
  price_yearly_usd_now: number;
  price_yearly_usd_full: number;
}

export interface AppNeed {
  /** Resolves when the document has to be made alive. */
  needed: Promise<void>;
  /** The packages, where they were asked for already. */
  packages?: Promise<unknown>;
}

/**
 * Tells when the app is needed: on the landing page with the first sign of interest, with a request for the sign-in dialog,
 * or when the live prices are not those in the document; everywhere else at once. Imports nothing: this is all the script
 * that the landing page runs by itself.
 */
export function whenAppNeeded(): AppNeed {
  const shown = readBlock('shown-prices') as ShownPrice[] | undefined;
  if (!shown || isAsked()) return { needed: Promise.resolve() };
  const packages = fetchPackages();
  const { promise, resolve } = Promise.withResolvers<void>();
  const interest = () => resolve();
  for (const name of INTENTS) window.addEventListener(name, interest, { capture: true, passive: true, once: true });
  document.addEventListener('click', keepLink, true);
  window.keepLink = keepLink;
  // Another tab changed the theme, or asks for the sign-in dialog.
  window.addEventListener('storage', interest, { once: true });
  packages.then(
    (live) => differs(live, shown) && resolve(),
    () => {}, // the prices in the document stand
  );
  whenIdle(prefetchApp);
  return { needed: promise, packages };
}

/** A link that is followed while the app is on its way is followed inside the app, without a new document. */
function keepLink(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a');
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || link.target !== '' || link.origin !== window.location.origin) return;
  event.preventDefault();
  window.earlyClicks.push(link);
}

/** Something that only the app can do was asked for before this script was there. */
function isAsked(): boolean {
  const { activeElement } = document;
  const typed = [...document.querySelectorAll('input')].some(({ value }) => value !== '');
  const inUse = activeElement !== null && activeElement !== document.body;
  return (
    typed ||
    inUse ||
    new URLSearchParams(window.location.search).has('login') ||
    window.earlyClicks.length > 0 ||
    isFlagged()
  );
}

function isFlagged(): boolean {
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

/** Whether a plan costs something else than the document says. What cannot be read differs too: the app decides. */
function differs(live: unknown, shown: ShownPrice[]): boolean {
  if (!Array.isArray(live)) return true;
  return shown.some((price) => {
    const own = live.find((one) => one?.name === price.name) ?? price;
    return (
      own.price_yearly_usd_now !== price.price_yearly_usd_now ||
      own.price_yearly_usd_full !== price.price_yearly_usd_full
    );
  });
}

/** Has the app in the browser's cache when it is needed, without running it. */
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
