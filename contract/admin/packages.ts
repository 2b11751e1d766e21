import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';
import { formatCount } from '../counts.ts';
import { PLANS } from '../payments/plans.ts';
import { id } from './admin.ts';

/** One item of GET /api/admin/packages; US dollars a year. */
const adminPackage = z.object({
  id,
  /** Changes with every update; a write with this version in If-Match is conditional. */
  version: z.string(),
  name: z.string(),
  price_yearly_usd_full: z.number(),
  price_yearly_usd_now: z.number(),
});
export type AdminPackage = z.infer<typeof adminPackage>;

const adminPackages = z.array(adminPackage);

const PACKAGE_NAME_MAX_LENGTH = 50;

/** Upper limit in US dollars a year. Catches typing errors. */
const MAX_PRICE = 100_000;

const price = (which: string) =>
  z.number(`${which} must be a number`).check(
    z.minimum(0, `${which} cannot be negative`),
    z.maximum(MAX_PRICE, `${which} cannot be above $${formatCount(MAX_PRICE)}`),
    z.refine(
      (amount) => Math.abs(amount) > MAX_PRICE || Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6,
      `${which} cannot have parts of a cent`,
    ),
  );

/** POST /api/admin/packages and PUT /api/admin/packages/{id} */
export const packageRequest = z
  .strictObject({
    name: z
      .pipe(
        z.string('The name must be a text'),
        z.transform((typed: string) => typed.replace(/\s+/g, ' ').trim()),
      )
      .check(
        z.minLength(1, 'The name cannot be empty'),
        z.maxLength(PACKAGE_NAME_MAX_LENGTH, `The name can have at most ${PACKAGE_NAME_MAX_LENGTH} characters`),
        z.refine(
          (name) => name.isWellFormed() && !/\p{Cc}/u.test(name),
          'The name has characters that cannot be shown',
        ),
      ),
    price_yearly_usd_full: price('The full price'),
    price_yearly_usd_now: price('The current price'),
  })
  .check(
    z.refine((wanted) => wanted.price_yearly_usd_now <= wanted.price_yearly_usd_full, {
      message: 'The current price cannot be above the full price',
      path: ['price_yearly_usd_now'],
    }),
  );
export type PackageRequest = z.infer<typeof packageRequest>;

/** POST /api/admin/packages/rises: a change of the package `id`, or a creation without `id`, or a deletion without `package`. */
export const plannedPackage = z.strictObject({ id: z.optional(id), package: z.optional(packageRequest) });
export type PlannedPackage = z.infer<typeof plannedPackage>;

/**
 * A plan that would cost more. Each owner of a handle on this plan gets an email and renews at the old price until
 * `from`. US dollars a year.
 */
const priceRise = z.object({
  plan: z.enum(PLANS),
  before: z.number(),
  after: z.number(),
  emails: z.int(),
  from: z.iso.datetime(),
});
export type PriceRise = z.infer<typeof priceRise>;

const priceRises = z.array(priceRise);

export const getAdminPackages = defineCall('GET /api/admin/packages', { by: 'admin', response: adminPackages });

export const postAdminPackage = defineCall('POST /api/admin/packages', {
  by: 'admin',
  recent: 'administer',
  body: packageRequest,
  response: adminPackage,
  status: 201,
});

export const postAdminPackageRises = defineCall('POST /api/admin/packages/rises', {
  by: 'admin',
  recent: 'administer',
  body: plannedPackage,
  response: priceRises,
  errors: ['not_found'],
});

export const putAdminPackage = defineCall('PUT /api/admin/packages/:id', {
  by: 'admin',
  recent: 'administer',
  body: packageRequest,
  response: adminPackage,
  versioned: true,
  errors: ['not_found'],
});

export const deleteAdminPackage = defineCall('DELETE /api/admin/packages/:id', {
  by: 'admin',
  recent: 'administer',
  response: done,
  versioned: true,
  errors: ['not_found'],
});
