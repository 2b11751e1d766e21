import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import type { Site } from '../../../contract/documents.ts';
import type { PriceList } from '../../../contract/payments/packages.ts';
import { STANDARD_IDENTITY } from '../../../contract/site/site-identity.ts';
import { dismissSessionProblem, watchUnauthorizedErrors } from '../../../web/accounts/session-monitor.ts';
import { GuardedNavigation } from '../../../web/app/navigation/guarded-navigation.tsx';
import { loadScreen } from '../../../web/app/navigation/load-screen.ts';
import { screenAt } from '../../../web/app/routes/routes.tsx';
import { createAppQueryClient, Providers } from '../../../web/app/shell/providers.tsx';
import { Shell } from '../../../web/app/shell/shell.tsx';
import { currentToasts, dismissToast } from '../../../web/ui/toast/toast-store.ts';
import { useFakeServer } from './fake-server.ts';
import { OWNER } from './samples.ts';

const SITE: Site = {
  ...STANDARD_IDENTITY,
  origin: 'http://localhost:3000',
  host: 'localhost:3000',
  mailDomain: 'localhost',
  localMode: true,
  paidPlans: true,
};

// happy-dom has no fonts (CSS Font Loading), which the choice of a font and pages load.
Object.assign(window, { FontFace: class {} });
Object.assign(document, { fonts: new Set() });

// Testing Library ends a wait after this time; a test that passes waits for events only.
configure({ asyncUtilTimeout: 30_000 });

interface Opened {
  /** Null without a session, 'unknown' if the server could not look it up; by default the owner of the samples. */
  user?: CurrentUser | null | 'unknown';
  /** The prices in the document. */
  prices?: PriceList;
  /** Differences from the standard site. */
  site?: Partial<Site>;
}

/** Prepares the tests of a file: a fake server, and a document that is empty before each test. */
export function useApp(): void {
  useFakeServer();
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    cleanup();
    for (const { id } of currentToasts()) dismissToast(id);
    dismissSessionProblem();
    vi.restoreAllMocks();
  });
}

let presses = 0;

let ahead = 0;
const realNow = performance.now.bind(performance);
performance.now = () => realNow() + ahead;

/** Opens a path of the app as the browser does after it has loaded the document, and returns a user who acts on it. */
export async function openApp(path: string, { user: signedIn = OWNER, prices, site }: Opened = {}) {
  cleanup();
  window.history.replaceState(null, '', path);
  await loadScreen(screenAt(window.location.pathname));
  const client = createAppQueryClient(signedIn === 'unknown' ? undefined : signedIn);
  watchUnauthorizedErrors(client);
  render(
    <Providers site={{ ...SITE, ...site }} prices={prices} client={client}>
      <BrowserRouter>
        <GuardedNavigation>
          <Shell />
        </GuardedNavigation>
      </BrowserRouter>
    </Providers>,
  );
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return Object.assign(user, {
    /**
     * Presses an element half a second after the last press and at another place, as a person does: actions are locked for a moment
     * after their end (web/api/use-action.ts), and web/ui/dialog/stray-double-click.ts drops a second press at the same place.
     */
    async click(target: Element) {
      presses += 10;
      advanceClock(500);
      await user.pointer({ keys: '[MouseLeft]', target, coords: { clientX: presses, clientY: presses } });
    },
    /** Replaces the text of a field in one step. */
    async fill(field: HTMLElement, text: string) {
      await user.clear(field);
      if (text !== '') await user.paste(text);
    },
    /** Presses a button until that has an effect: an action is locked for a moment after its end. */
    async pressUntil(button: () => HTMLElement, effect: () => void) {
      await waitFor(async () => {
        const isDone = () => {
          try {
            effect();
            return true;
          } catch {
            return false;
          }
        };
        if (!isDone()) await user.click(button());
        effect();
      });
    },
  });
}

/** Moves the clock of the browser forward, for the rest of the run: like time, it never goes back. */
export function advanceClock(milliseconds: number): void {
  ahead += milliseconds;
}

/** A button of the open dialog, which may still be the one that waits for its code. */
export function findInDialog(name: string): Promise<HTMLElement> {
  return waitFor(() => within(screen.getByRole('dialog')).getByRole('button', { name }));
}

/** The toasts, once one with this text is shown. */
export async function findToast(text: string | RegExp): Promise<HTMLElement> {
  return within(await screen.findByRole('region', { name: /Notifications/ })).findByText(text);
}
