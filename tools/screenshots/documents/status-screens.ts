import type { RoleAvailability } from '../../../contract/documents.ts';
import { STANDARD_IDENTITY } from '../../../contract/site/site-identity.ts';
import { DAY } from '../../../contract/time.ts';
import { loadPages } from '../../../server/platform/http/pages/renderer.ts';
import type { Screen } from '../screen.ts';

const SITE = {
  ...STANDARD_IDENTITY,
  origin: 'https://np.example',
  host: 'np.example',
  mailDomain: 'np.example',
  localMode: false,
};
const NOW = Date.parse('2026-11-22T12:00:00Z');
const MINUTES = 1440;

/**
 * Returns the last 90 days of a role that was measured for `measured` days. `missing` maps ages in days to lost minutes.
 */
function availabilityOf(role: RoleAvailability['role'], measured: number, missing: Record<number, number>) {
  const days = Array.from({ length: 90 }, (_, at) => {
    const age = 89 - at;
    const outOf = age < measured ? MINUTES : 0;
    return { day: new Date(NOW - age * DAY).toISOString().slice(0, 10), minutes: outOf - (missing[age] ?? 0), outOf };
  });
  const sum = (key: 'minutes' | 'outOf') => days.reduce((total, day) => total + day[key], 0);
  const since = new Date(NOW - (measured - 1) * DAY).toISOString();
  return { role, isRunning: !missing[0], since, minutes: sum('minutes'), outOf: sum('outOf'), days };
}

const ROLES = [
  availabilityOf('http', 90, {}),
  availabilityOf('mail', 90, { 0: 12, 40: 4, 41: 190 }),
  availabilityOf('jobs', 31, { 12: 2 }),
];

/** The status page after interruptions that a run cannot wait for. */
export const STATUS_SCREENS: Screen[] = [
  {
    name: 'status-interrupted',
    path: '/status',
    prepare: async (page) => {
      const { statusPage } = await loadPages(SITE, () => []);
      const body = statusPage({ isRunning: false, at: new Date(NOW).toISOString(), roles: ROLES });
      await page.route('**/status', (route) => route.fulfill({ contentType: 'text/html', body }));
    },
    act: (page) => page.getByText('Days with interruptions').first().click(),
  },
];
