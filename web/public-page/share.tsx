import type { ReactElement } from 'react';
import { pages } from '../../contract/paths.ts';

/** A quiet place to take the page along. It works without script. */
export function Share({ username }: { username: string }): ReactElement {
  return (
    <details className="np-share">
      <summary>Share</summary>
      <p>
        <a href={pages.vcard(username)} download>
          Save contact
        </a>
        <a href={pages.qrSvg(username)} target="_blank" rel="noopener">
          Show QR code
        </a>
      </p>
    </details>
  );
}
