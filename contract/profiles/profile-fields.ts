import * as z from 'zod/mini';
import { look } from './look.ts';

/** Fields of a handle that its public page shows, in the form of responses. */
export const shownFields = {
  displayName: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  profilePicture: z.nullable(z.string()),
  bannerImage: z.nullable(z.string()),
  template: z.string(),
  look: z.nullable(look),
};

/** The fields of `shownFields` and the switch of the public page, which only the owner sees. */
export const profileFields = { ...shownFields, profilePage: z.boolean() };
