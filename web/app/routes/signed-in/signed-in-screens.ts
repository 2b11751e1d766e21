import type { ComponentType } from 'react';

/*
 * Loads the screens of signed-in people. This file is a chunk of its own: with it the list of their chunks stays out of the
 * script that visitors load. Documents of these screens preload it.
 */

export const loadManage = async (): Promise<ComponentType> => (await import('./manage-route.tsx')).ManageRoute;
/** One component for all tabs of the editor, so that a change of tab keeps its state. */
export const loadEditor = async (): Promise<ComponentType> => (await import('./editor-route.tsx')).EditorRoute;
export const loadAnalytics = async (): Promise<ComponentType> => (await import('./analytics-route.tsx')).AnalyticsRoute;
export const loadAudience = async (): Promise<ComponentType> => (await import('./audience-route.tsx')).AudienceRoute;
export const loadTeam = async (): Promise<ComponentType> => (await import('./team-route.tsx')).TeamRoute;
export const loadInvitations = async (): Promise<ComponentType> =>
  (await import('./invitations-route.tsx')).InvitationsRoute;
export const loadProfileSettings = async (): Promise<ComponentType> =>
  (await import('./profile-settings-route.tsx')).ProfileSettingsRoute;
export const loadSupport = async (): Promise<ComponentType> => (await import('./support-route.tsx')).SupportRoute;
export const loadAdmin = async (): Promise<ComponentType> => (await import('./admin-route.tsx')).AdminRoute;
export const loadAdminPrices = async (): Promise<ComponentType> =>
  (await import('./admin-prices-route.tsx')).AdminPricesRoute;
