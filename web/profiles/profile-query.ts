import { queryOptions, skipToken } from '@tanstack/react-query';
import { pathOf } from '../../contract/call.ts';
import { getPublicProfile } from '../../contract/profiles/profiles.ts';
import { call } from '../api/client.ts';

/** The public view of a handle; disabled if `username` is null. */
export function profileQuery(username: string | null) {
  return queryOptions({
    queryKey: [pathOf(getPublicProfile, { username: username ?? '' })],
    queryFn: username === null ? skipToken : ({ signal }) => call(getPublicProfile, { username, signal }),
  });
}
