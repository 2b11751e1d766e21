import type { QueryClient } from '@tanstack/react-query';
import { calls } from '../../contract/paths.ts';
import type { OwnProfile } from '../../contract/profiles.ts';
import { resourceQuery } from '../api/query-client.ts';

export const loadOwnProfile = async () => (await import('../../contract/profiles.ts')).ownProfile;

/** What the person's pages have in common. */
export const ownProfileQuery = resourceQuery<OwnProfile>(calls.ownProfile(), loadOwnProfile);

/** Reads afresh what is known of profiles: the person's own, the public views of their handles, and the pictures of the handles. */
export function refreshProfiles(client: QueryClient): Promise<void> {
  const changed = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    path === calls.handles() || String(path).startsWith(calls.ownProfile());
  return client.invalidateQueries({ predicate: changed });
}
