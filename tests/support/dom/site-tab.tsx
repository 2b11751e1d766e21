import { screen, within } from '@testing-library/react';
import { beforeEach } from 'vitest';
import {
  getAdminAudit,
  getAdminCheck,
  getAdminStats,
  getAdminUsers,
  getAdminWaiting,
} from '../../../contract/admin/admin.ts';
import type { AdminRole } from '../../../contract/admin-roles.ts';
import { pages } from '../../../contract/paths.ts';
import { getPackages } from '../../../contract/payments/packages.ts';
import {
  getAdminSite,
  putAdminSite,
  type SiteDocument,
  STANDARD_SITE,
  type VersionedSite,
} from '../../../contract/site/site-document.ts';
import { getAdminSiteSettings, type SiteSetting } from '../../../contract/site/site-settings.ts';
import { ok, reply, replyBy } from './fake-server.ts';
import { openApp, useApp } from './open-app.tsx';
import { ADMIN } from './samples.ts';

/** The stored document of these tests. */
export const CLUB: VersionedSite = { ...STANDARD_SITE, name: 'Rowing Club', version: '1' };

interface Opened {
  role?: AdminRole;
  site?: VersionedSite;
  settings?: SiteSetting[];
}

/** Prepares the tests of a file: the app, and the replies to what the tab and its neighbours request. */
export function useSiteTab(): void {
  useApp();
  beforeEach(() => {
    reply(getAdminStats, { users: 1, activeHandles: 1, activeProfiles: 1 });
    reply(getAdminWaiting, { support: 0, pageReports: 0, mailQueue: 0, payments: 0, claims: 0 });
    reply(getPackages, []);
    reply(getAdminUsers, []);
    reply(getAdminAudit, []);
  });
}

/** Opens the tab of the site. */
export function openTab({ role = 'owner', site = CLUB, settings = [] }: Opened = {}) {
  reply(getAdminCheck, { isAdmin: true, role });
  reply(getAdminSite, site);
  reply(getAdminSiteSettings, { settings });
  return openApp(`${pages.admin()}?tab=site`, { user: ADMIN });
}

/** Opens the tab, and waits for its form. */
export async function openForm(opened?: Opened) {
  const user = await openTab(opened);
  await screen.findByLabelText('Name');
  return user;
}

/** Saves as the server does: the next version of what was sent. */
export function accept(): void {
  replyBy(putAdminSite, ({ body }) => ok(putAdminSite, { ...(body as SiteDocument), version: '2' }));
}

/** The field with a label. */
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** The button with a name. */
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** Queries within a section or a part of one. */
export const part = (title: string) => within(screen.getByRole('region', { name: title }));
/** The error below a field; false if it has none. */
export const errorAt = (element: HTMLElement) =>
  element.getAttribute('aria-invalid') === 'true' &&
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
