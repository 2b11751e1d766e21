import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/** Settings of the environment that win over the document of the site where they are set. */
export const SITE_SETTINGS = ['MAIL_FROM', 'SUPPORT_EMAIL', 'TRUST_CLAIM'] as const;

const siteSetting = z.object({ name: z.enum(SITE_SETTINGS), value: z.string() });
export type SiteSetting = z.output<typeof siteSetting>;

export const getAdminSiteSettings = defineCall('GET /api/admin/site/settings', {
  by: 'admin',
  response: z.object({ settings: z.array(siteSetting) }),
});
