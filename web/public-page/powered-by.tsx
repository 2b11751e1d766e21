import type { ReactElement } from 'react';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';

/** The line at the end of public pages that leads to the site; nothing if the operator switched it off. */
export function PoweredBy({ site: { name, poweredBy } }: { site: Site }): ReactElement | null {
  if (poweredBy === false) return null;
  return (
    <a href={pages.home()}>
      {poweredBy === true ? (
        <>
          powered by <b>{name}</b>
        </>
      ) : (
        poweredBy
      )}
    </a>
  );
}
