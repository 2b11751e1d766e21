import { pages } from '../../../contract/paths.ts';

/** The id of the section in which an owner hands over or gives up a handle. */
export const HAND_OVER = 'hand-over';

/** The address of that section. */
export const handOverPath = (handle: string) => `${pages.manageHandle(handle)}#${HAND_OVER}`;
