import type { Handle } from '../../../contract/handles/handles.ts';
import { themeConfigOf } from '../../../contract/profiles/themes.ts';
import { useSite } from '../../api/site.ts';
import { sameOriginPath } from '../shared/same-origin-path.ts';

/** The picture of a handle's page; without one, the first letter of its name in the colours of its theme. */
export function HandlePicture({ handle }: { handle: Handle }) {
  const { origin } = useSite();
  const { background, textColor } = themeConfigOf(handle.template);
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
  const [first] = new Intl.Segmenter().segment(handle.displayName ?? handle.handle);
  return (
    <span
      aria-hidden
      style={{ background, color: textColor }}
      className="grid size-10 shrink-0 place-items-center rounded-full text-lg font-bold uppercase ring-1 ring-border"
    >
      {first?.segment}
    </span>
  );
}
