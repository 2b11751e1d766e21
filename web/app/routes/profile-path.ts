import { matchPath } from 'react-router';
export const PROFILE_PATH = '/:username';

/** Whose profile a path names, or null where it is none. As for the server, any single segment but `app` may be a name. */
export function usernameIn(pathname: string): string | null {
  const username = matchPath(PROFILE_PATH, pathname)?.params.username ?? '';
  return username !== '' && username !== 'app' ? username : null;
}
