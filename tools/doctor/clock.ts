import type { Config } from '../../server/platform/config/config.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Signatures, links and passkeys tolerate some seconds; the Date header has whole seconds and arrives with a delay. */
const TOLERANCE_MS = 5000;
const TIMEOUT_MS = 10_000;

/** Compares the clock of this machine with another one, both in milliseconds. */
export function compareClocks(own: number, other: number, name: string): Finding {
  const ahead = own - other;
  if (Math.abs(ahead) <= TOLERANCE_MS) return ok(`the clock agrees with that of ${name}`);
  const seconds = Math.round(Math.abs(ahead) / 1000);
  return wrong(
    `the clock of this machine is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of ${name}`,
    'synchronise both machines, for example with chrony',
  );
}

/** Compares the clock with the Date header of a service used by this installation, preferably on another machine. */
export async function checkHttpClock({ paypal, s3, site }: Pick<Config, 'paypal' | 's3' | 'site'>): Promise<Finding> {
  const isPaypal = paypal.environment !== 'off' && !paypal.emulated;
  const address = isPaypal ? paypal.base : (s3?.endpoint ?? site.origin);
  const { host } = new URL(address);
  try {
    const before = Date.now();
    const { headers } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return note(`${host} sends no valid Date header to compare the clock with`);
    // The header contains the beginning of a second.
    return compareClocks((before + Date.now()) / 2, date + 500, host);
  } catch {
    return note(`the clock cannot be compared with that of ${host}, which cannot be reached`);
  }
}
