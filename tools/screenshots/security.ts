import type { Page, Route } from 'playwright';
import { MAX_PASSKEYS, type Passkey } from '../../contract/accounts/passkeys.ts';
import type { Session } from '../../contract/accounts/sessions.ts';
import { DAY_MINUTES, HOUR_MINUTES, MINUTE } from '../../contract/time.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

const session = (id: number, minutes: number, rest: Partial<Session> = {}): Session => ({
  id,
  device: 'Firefox on Linux',
  network: '203.0.113.0/24',
  method: 'link',
  createdAt: ago(minutes + 3 * DAY_MINUTES),
  lastUsedAt: ago(minutes),
  expiresAt: ago(-20 * DAY_MINUTES),
  isCurrent: id === 1,
  ...rest,
});

const SESSIONS = [
  session(1, 2, { method: 'passkey' }),
  session(2, 42, { device: 'Safari on iOS', network: '2001:db8:17::/48', method: 'code' }),
  session(3, 5 * DAY_MINUTES, {
    device: 'Samsung Internet for Android Beta on Android Automotive OS Preview',
    network: null,
  }),
  session(4, 12 * DAY_MINUTES, { device: null }),
];

const passkey = (id: number, name: string, rest: Partial<Passkey> = {}): Passkey => ({
  id,
  name,
  createdAt: ago(40 * DAY_MINUTES),
  lastUsedAt: ago(3 * HOUR_MINUTES),
  isSynced: true,
  ...rest,
});

const PASSKEYS = [
  passkey(1, 'Apple Passwords'),
  passkey(2, 'The blue security key on the second key ring, in the drawer', { isSynced: false, lastUsedAt: null }),
];

interface Shown {
  sessions?: Session[] | 'failure' | 'waiting';
  passkeys?: Passkey[] | 'failure' | 'waiting';
}

/** Mocks the lists of sessions and passkeys. */
export function showSecurity({ sessions = SESSIONS, passkeys = PASSKEYS }: Shown = {}) {
  return async (page: Page) => {
    await page.route('**/api/sessions', (route) => respond(route, sessions));
    await page.route('**/api/passkeys', (route) => respond(route, passkeys));
  };
}

function respond(route: Route, list: object[] | 'failure' | 'waiting') {
  if (list === 'failure') return route.fulfill({ status: 503, json: { code: 'unavailable', message: '' } });
  if (list === 'waiting') return undefined;
  return route.fulfill({ json: list });
}

/** Mocks only the current session and no passkey. */
export const showFirstVisit = showSecurity({ sessions: SESSIONS.slice(0, 1), passkeys: [] });

/** Mocks the maximum numbers of sessions and passkeys. */
export const showFullLists = showSecurity({
  sessions: Array.from({ length: 50 }, (_, place) => session(place + 1, place * HOUR_MINUTES)),
  passkeys: Array.from({ length: MAX_PASSKEYS }, (_, place) => passkey(place + 1, `Security key ${place + 1}`)),
});

/** Mocks an administrator in production who must add a passkey or confirm with it. */
export const showOwedPasskey = (owed: 'enrol' | 'confirm') => async (page: Page) => {
  await page.route('**/api/admin/check', (route) => route.fulfill({ json: { isAdmin: true, passkey: owed } }));
};
