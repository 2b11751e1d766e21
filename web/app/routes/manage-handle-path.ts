import { matchPath } from 'react-router';

export const MANAGE_HANDLE_PATH = '/app/manage-handle/:handle';

/** Returns the handle in a settings path, in lower case like every stored handle. */
export function handleIn(pathname: string): string {
  return matchPath(MANAGE_HANDLE_PATH, pathname)?.params.handle?.toLowerCase() ?? '';
}
