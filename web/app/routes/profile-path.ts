import { matchPath } from 'react-router';
export const PROFILE_PATH = '/:username';

/** Returns the user name in a profile path, or null. As on the server, any single segment but `app` can be a user name. */
export function usernameIn(pathname: string): string | null {
  const username = matchPath(PROFILE_PATH, pathname)?.params.username ?? '';
  return username !== '' && username !== 'app' ? username : null;
}
