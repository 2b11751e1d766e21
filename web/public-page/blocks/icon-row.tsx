import type { ReactElement } from 'react';
import { PlatformIcon } from '../icons/platform-icon.tsx';
import type { NetworkLink } from '../visible-blocks.ts';
import { type LinkPolicy, OutgoingLink } from './outgoing-link.tsx';

/** A row of networks as icons. */
export function IconRow({ links, policy }: { links: NetworkLink[]; policy: LinkPolicy }): ReactElement {
  return (
    <ul className="np-icons">
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row may have one link twice, and it is drawn once
        <li key={index}>
          <OutgoingLink
            {...policy}
            url={link.url}
            clickId={link.clickId}
            own
            label={link.username ? `${link.name}: ${link.username}` : link.name}
          >
            <PlatformIcon id={link.id} />
          </OutgoingLink>
        </li>
      ))}
    </ul>
  );
}
