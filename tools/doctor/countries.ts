import { DAY } from '../../contract/time.ts';
import { openCountries } from '../../server/analytics/counting/countries.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Addresses move between countries, so a database of this age is wrong for some. */
const OLD_MS = 365 * DAY;

/** Checks the country database of analytics. */
export async function checkCountries({ analytics }: Pick<Config, 'analytics'>, now = new Date()): Promise<Finding> {
  try {
    const { source, builtAt } = await openCountries(analytics.geoipDb);
    const what = `countries of visitors: ${source}`;
    if (now.getTime() - builtAt.getTime() < OLD_MS) return ok(what);
    return note(`${what}, more than a year old: set GEOIP_DB to a newer database, or upgrade Nameplate`);
  } catch (error) {
    return wrong((error as Error).message, 'correct GEOIP_DB, or remove it');
  }
}
