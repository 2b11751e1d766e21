import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { pathOf } from '../../../contract/call.ts';
import { getPackages, type PriceList, packageList } from '../../../contract/payments/packages.ts';
import { FALLBACK_PRICES, isFree, type Plan, type Price, plansFromLength } from '../../../contract/payments/plans.ts';
import { call } from '../../api/client.ts';
import { useSite } from '../../api/site.ts';

let provided: Promise<unknown> | undefined;

/** Provides the response to a request for the packages that the page sent before the app was loaded. */
export function providePackages(response: Promise<unknown>): void {
  provided = response;
}

const packagesQuery = queryOptions<PriceList>({
  queryKey: [pathOf(getPackages)],
  queryFn: async ({ signal }) => {
    try {
      const response = provided;
      provided = undefined;
      if (response) return packageList.parse(await response);
      return await call(getPackages, { signal });
    } catch (cause) {
      throw new Error('Failed to fetch packages', { cause });
    }
  },
});

const ShownPrices = createContext<PriceList>([]);
/** Provides the prices that the document was rendered with. */
export const ShownPricesProvider = ShownPrices.Provider;

/**
 * Returns the price of each offered plan: the server's current price, or else the price in the document, or else the
 * fallback price.
 */
export function usePrices(): Price[] {
  const shown = useContext(ShownPrices);
  const { data = shown } = useQuery(packagesQuery);
  const { paidPlans, minimumLength = 1 } = useSite();
  // Without payments, the server lists the plans that cost nothing.
  const isListed = (plan: Plan) => plan === 'Free' || data.some(({ name }) => name === plan);
  const longEnough = plansFromLength(minimumLength);
  const plans = paidPlans === false ? longEnough.filter(isListed) : longEnough;
  return plans.map((plan) => priceOf(plan, data));
}

/** Returns the package with the plan's name, or the fallback price if the package was deleted or renamed. */
export function priceOf(plan: Plan, packages: readonly { name: string }[]): Price {
  const price = packages.find(({ name }) => name === plan) ?? FALLBACK_PRICES.find(({ name }) => name === plan);
  if (!price) throw new Error(`There is no price for ${plan}`);
  return price as Price;
}

/** Returns whether plans with short handles are offered, and none of them costs anything. */
export function isAllFree(prices: readonly Price[]): boolean {
  return prices.length > 1 && prices.every(isFree);
}

/** Returns the price of the first plan that costs something; undefined if none does. */
export function firstPaid(prices: readonly Price[]): Price | undefined {
  return prices.find((price) => !isFree(price));
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Formats an amount as `$4.99` or `$0`. */
export function formatDollars(amount: number): string {
  return dollars.format(amount);
}
