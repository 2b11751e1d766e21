import * as z from 'zod/mini';

/** Query of a paged list; `after` is the id of the last item received. */
export const page = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(500))), 100),
  after: z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(0)))),
});
export type Page = z.infer<typeof page>;
