import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';

/** The tabs of the editor in display order. */
export const EDITOR_TABS = ['links', 'look', 'details', 'mail'] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** Returns the path of a tab for one handle. The first handle needs no parameter where the screen starts with it. */
export function tabPath(tab: EditorTab, { id, handle }: Pick<Handle, 'id' | 'handle'>, isFirst: boolean): string {
  const query = isFirst ? '' : `?handle=${encodeURIComponent(handle)}`;
  switch (tab) {
    case 'links':
      return pages.manageSocial() + query;
    case 'look':
      return pages.manageAppearance() + query;
    case 'details':
      return pages.manageHandle(handle);
    case 'mail':
      return pages.manageEmail(id);
  }
}

/** Returns whether an address is a tab of the editor of this handle: unsaved changes stay there. */
export function isTabOf(
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  { id, handle }: Pick<Handle, 'id' | 'handle'>,
  isFirst: boolean,
): boolean {
  const query = new URLSearchParams(search);
  const name = query.get('handle');
  if (pathname === pages.manageSocial() || pathname === pages.manageAppearance()) {
    return name === null ? isFirst : name === handle;
  }
  if (pathname === pages.manageEmail()) return query.get('handleId') === String(id);
  return pathname === pages.manageHandle(handle);
}
