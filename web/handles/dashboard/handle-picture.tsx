import type { Handle } from '../../../contract/handles/handles.ts';
import { themeConfigOf } from '../../../contract/profiles/themes.ts';
import { useSite } from '../../api/site.ts';
import { pageColours } from '../../public-page/look/page-colours.ts';
import { monogramOf } from '../../public-page/monogram-text.ts';
import { sameOriginPath } from '../shared/same-origin-path.ts';

/** The picture of a handle's page, or its monogram in the colours of the page. */
export function HandlePicture({ handle }: { handle: Handle }) {
  const { origin } = useSite();
  if (handle.picture) {
    return (
      <img
        src={sameOriginPath(handle.picture, origin)}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        className="size-10 shrink-0 rounded-full bg-muted object-cover"
      />
    );
  }
  const { primaryColor, on } = pageColours(themeConfigOf(handle.template), handle.look);
  return (
    <span
      aria-hidden
      style={{ background: primaryColor, color: on }}
      className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-full font-bold"
    >
      {monogramOf(handle.displayName, handle.handle)}
    </span>
  );
}
