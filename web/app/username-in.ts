import { matchPath } from 'react-router';
import { isHandle } from '../../contract/handle-rules.ts';
import { isOwnSegment } from '../../contract/paths.ts';

export const PROFILE_PATH = '/:username';

/** Whose profile a path names, or null where it is none: one segment that could be a handle and is not ours. */
export function usernameIn(pathname: string): string | null {
  const username = matchPath(PROFILE_PATH, pathname)?.params.username?.toLowerCase() ?? '';
  return isHandle(username) && !isOwnSegment(username) ? username : null;
}
