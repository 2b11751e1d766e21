import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '../../../contract/paths.ts';
import { FALLBACK_PRICES, PLANS, type Plan, type Price } from '../../../contract/plans.ts';
import { readKey } from '../../api/query-client.ts';
import { useSite } from '../../api/site.ts';

const loadSchema = async () => (await import('../../../contract/packages.ts')).packageList;
const readPackages = readKey(loadSchema);
let provided: Promise<unknown> | undefined;

/** Hands over the response to a request for the packages that was sent before the app was there. */
export function providePackages(response: Promise<unknown>): void {
  provided = response;
}

const packagesQuery = queryOptions<{ name: string; price_yearly_usd_now: number; price_yearly_usd_full: number }[]>({
  queryKey: [calls.packages()],
  queryFn: async (context) => {
    try {
      const early = provided;
      provided = undefined;
      if (early) return (await loadSchema()).parse(await early);
      return await readPackages(context as Parameters<typeof readPackages>[0]);
    } catch (cause) {
      throw new Error('Failed to fetch packages', { cause });
    }
  },
});

/** The price of each plan that is offered: live where the server has one, else the fallback. */
export function usePrices(): Price[] {
  const { data = [] } = useQuery(packagesQuery);
  const { paidPlans } = useSite();
  const plans = paidPlans === false ? PLANS.filter((plan) => plan === 'Free') : PLANS;
  return plans.map((plan) => priceOf(plan, data));
}

/** The plan's own package, or its fallback price where the package was deleted or renamed. */
export function priceOf(plan: Plan, packages: readonly { name: string }[]): Price {
  const live = packages.find(({ name }) => name === plan) ?? FALLBACK_PRICES.find(({ name }) => name === plan);
  if (!live) throw new Error(`There is no price for ${plan}`);
  return live as Price;
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** `$4.99`, `$0`. */
export function formatDollars(amount: number): string {
  return dollars.format(amount);
}
