import type { ReactElement } from 'react';
import type { NetworkId } from '../../../contract/social/networks.ts';
import { PathIcon } from './icon-path.tsx';
import { networkPath } from './network-paths.ts';
import sprite from './networks.svg?url&no-inline';

/**
 * The decorative icon of a network in the colour of the surrounding text. A page from the server contains the path, so
 * it needs no second request. The app offers every network, so all its icons are one picture beside the script.
 */
export function PlatformIcon({ id }: { id: NetworkId }): ReactElement {
  if (import.meta.env.SSR) return <PathIcon path={networkPath(id)} />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${sprite}#${id}`} />
    </svg>
  );
}
