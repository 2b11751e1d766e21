import type { ReactElement } from 'react';
import { pages } from '../../contract/paths.ts';

/** Unobtrusive links to the contact card and the QR code of the page. They work without script. */
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
