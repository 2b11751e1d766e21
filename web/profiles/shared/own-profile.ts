import type { QueryClient } from '@tanstack/react-query';
import { pathOf } from '../../../contract/call.ts';
import { getHandles } from '../../../contract/handles/handles.ts';
import { getOwnProfile } from '../../../contract/profiles/profiles.ts';
import { queryOf } from '../../api/query-client.ts';

/** The profile settings that all pages of the signed-in user share. */
export const ownProfileQuery = queryOf(getOwnProfile);

/** Refetches the user's profile, public profiles and handles, all of which show profile settings. */
export function refreshProfiles(client: QueryClient): Promise<void> {
  const changed = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    path === pathOf(getHandles) || String(path).startsWith(pathOf(getOwnProfile));
  return client.invalidateQueries({ predicate: changed });
}
