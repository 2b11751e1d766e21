import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/** One package of GET /api/packages; US dollars a year. */
const pricePackage = z.object({
  name: z.string(),
  price_yearly_usd_now: z.number(),
  price_yearly_usd_full: z.number(),
});

/** GET /api/packages */
export const packageList = z.array(pricePackage);
export type PriceList = readonly z.infer<typeof pricePackage>[];

export const getPackages = defineCall('GET /api/packages', { by: 'anyone', response: packageList });
