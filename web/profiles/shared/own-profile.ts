import type { QueryClient } from '@tanstack/react-query';
import { calls } from '../../../contract/paths.ts';
import type { OwnProfile } from '../../../contract/profiles/profiles.ts';
import { resourceQuery } from '../../api/query-client.ts';

export const loadOwnProfile = async () => (await import('../../../contract/profiles/profiles.ts')).ownProfile;

/** The profile settings that all pages of the signed-in user share. */
export const ownProfileQuery = resourceQuery<OwnProfile>(calls.ownProfile(), loadOwnProfile);

/** Refetches the own profile, public profiles and handles, all of which show profile settings. */
export function refreshProfiles(client: QueryClient): Promise<void> {
  const changed = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    path === calls.handles() || String(path).startsWith(calls.ownProfile());
  return client.invalidateQueries({ predicate: changed });
}
