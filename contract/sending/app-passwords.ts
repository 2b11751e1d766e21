import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';

/** Maximum number of app passwords of one handle. */
export const MAX_APP_PASSWORDS = 10;

/** One item of GET /api/handles/{id}/app-passwords; the password itself is shown only once. */
const appPassword = z.object({
  id: z.int().check(z.positive()),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** The shortened network of the last use, such as 192.0.2.x. */
  lastUsedFrom: z.nullable(z.string()),
});
export type AppPassword = z.infer<typeof appPassword>;
export const appPasswords = z.array(appPassword);

/** POST /api/handles/{id}/app-passwords */
export const newAppPassword = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'Please name this password.'), z.maxLength(60)),
});

/** The response (201), the only one that contains the password. */
export const createdAppPassword = z.extend(appPassword, { password: z.string() });
export type CreatedAppPassword = z.infer<typeof createdAppPassword>;

export const getAppPasswords = defineCall('GET /api/handles/:id/app-passwords', {
  right: 'manage',
  response: appPasswords,
});

export const postAppPassword = defineCall('POST /api/handles/:id/app-passwords', {
  right: 'manage',
  recent: 'app-password',
  body: newAppPassword,
  response: createdAppPassword,
  status: 201,
  errors: ['plan_without_sending', 'app_password_limit'],
});

export const deleteAppPassword = defineCall('DELETE /api/handles/:id/app-passwords/:passwordId', {
  right: 'manage',
  response: done,
});
