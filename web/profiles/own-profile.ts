import type { QueryClient } from '@tanstack/react-query';
import { calls } from '../../contract/paths.ts';
import type { OwnProfile } from '../../contract/profiles.ts';
import { reading } from '../lib/query-client.ts';

export const loadOwnProfile = async () => (await import('../../contract/profiles.ts')).ownProfile;

/** What the person's pages have in common. */
export const ownProfileQuery = reading<OwnProfile>(calls.ownProfile(), loadOwnProfile);

/** Reads afresh what is known of profiles: the person's own, and the public views of their handles. */
export function refreshProfiles(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(calls.ownProfile()) });
}
