import * as z from 'zod/mini';

/** The code in the link of an invitation, which the calls of a claim send on. */
export const invitationCode = z.string().check(z.maxLength(100));
