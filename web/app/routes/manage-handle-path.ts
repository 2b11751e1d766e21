import { matchPath } from 'react-router';

export const MANAGE_HANDLE_PATH = '/app/manage-handle/:handle';

/** Which handle's settings a path names. Case is folded: nobody owns capitals. */
export function handleIn(pathname: string): string {
  return matchPath(MANAGE_HANDLE_PATH, pathname)?.params.handle?.toLowerCase() ?? '';
}
