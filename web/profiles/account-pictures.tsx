import { pictureSources } from '../../contract/pictures.ts';
import { themeConfigOf } from '../../contract/profiles/themes.ts';
import { useSite } from '../api/site.ts';
import { sameOriginPath } from '../handles/shared/same-origin-path.ts';
import { useTheme } from '../public-page/themes/use-theme.ts';

/** The uploaded avatar, or a circle with the first letter of the email. */
export function AvatarPicture({ address, email }: { address: string | null; email: string }) {
  const { origin } = useSite();
  if (!address) {
    return (
      <span
        aria-hidden
        className="neon-edge grid size-24 shrink-0 place-items-center rounded-full text-4xl font-bold text-on-ink"
      >
        {email.slice(0, 1).toUpperCase() || 'U'}
      </span>
    );
  }
  const source = sameOriginPath(address, origin);
  return (
    <img
      src={source}
      srcSet={pictureSources(source)}
      sizes="96px"
      alt="Shown on your pages"
      width="96"
      height="96"
      referrerPolicy="no-referrer"
      className="size-24 shrink-0 rounded-full border border-border bg-muted object-cover"
    />
  );
}

/** The uploaded banner, or the default banner of the theme. */
export function BannerPicture({ address, template }: { address: string | null; template: string }) {
  const { origin } = useSite();
  if (!address) return <ThemeBanner template={template} />;
  const source = sameOriginPath(address, origin);
  return (
    <img
      src={source}
      srcSet={pictureSources(source)}
      sizes="(min-width: 48rem) 46rem, 100vw"
      alt="Your banner"
      width="1200"
      height="400"
      referrerPolicy="no-referrer"
      className="aspect-3/1 w-full rounded-control border border-border bg-muted object-cover"
    />
  );
}

function ThemeBanner({ template }: { template: string }) {
  const { Drawing } = useTheme(template);
  const { primaryColor, secondaryColor } = themeConfigOf(template);
  return (
    <div
      className="relative aspect-3/1 min-h-32 w-full overflow-hidden rounded-control"
      style={{ background: `linear-gradient(135deg, ${primaryColor}, ${secondaryColor})` }}
    >
      <svg
        viewBox="0 0 480 176"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
        className="absolute inset-0 size-full"
      >
        {Drawing && <Drawing />}
      </svg>
      <div className="absolute bottom-3 left-3 max-w-[calc(100%-1.5rem)] rounded-lg bg-black/75 px-3 py-2 text-white">
        <p className="text-sm font-semibold">Default Theme Banner</p>
        <p className="text-xs">Upload a custom banner to override</p>
      </div>
    </div>
  );
}
