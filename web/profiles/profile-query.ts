import { queryOptions, skipToken } from '@tanstack/react-query';
import { calls } from '../../contract/paths.ts';
import { call } from '../api/client.ts';

/** The public view of a handle; disabled if `username` is null. */
export function profileQuery(username: string | null) {
  return queryOptions({
    queryKey: [calls.profile(username ?? '')],
    queryFn:
      username === null
        ? skipToken
        : ({ signal }) =>
            call(
              calls.profile(username),
              async () => (await import('../../contract/profiles/profiles.ts')).publicProfile,
              {
                signal,
              },
            ),
  });
}
