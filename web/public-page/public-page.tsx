import type { ReactElement } from 'react';
import { linkPing } from '../../contract/analytics/paths.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { pictureSources } from '../../contract/pictures.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { DefaultPicture } from './default-picture.tsx';
import { imageAddress } from './image-address.ts';
import { PlatformIcon } from './platform-icon.tsx';
import { themeAssetsOf } from './themes/theme-registry.ts';
import { type VisibleLink, visibleLinks } from './visible-links.ts';

export interface PublicPageProps {
  profile: PublicProfile;
  site: Site;
  /** Whether search engines may follow the links, false by default. */
  followLinks?: boolean;
  /** Whether links report clicks, false by default: previews count nothing. */
  countClicks?: boolean;
}

/** Renders a profile as plain markup under the class `np`, styled by `pageStyle(profile)`. */
export function PublicPage({ profile, site, followLinks = false, countClicks = false }: PublicPageProps): ReactElement {
  const { username, displayName, bio, emailVisible } = profile;
  const email = `${username}@${site.mailDomain}`;
  const links = visibleLinks(profile.socialLinks);
  return (
    <div className="np">
      <div className="np-column">
        <main>
          <Banner profile={profile} site={site} />
          <Picture profile={profile} site={site} />
          <h1 dir="auto">{displayName?.trim() || username}</h1>
          {bio?.trim() && (
            <p className="np-bio" dir="auto">
              {bio.trim().replace(/\n{3,}/g, '\n\n')}
            </p>
          )}
          <p className="np-address">{`${site.host}/${username}`}</p>
          {emailVisible !== false && (
            <p className="np-email">
              <a href={`mailto:${encodeURIComponent(username)}@${site.mailDomain}`}>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M3.5 5h17c.8 0 1.5.7 1.5 1.5v.4l-10 6.3L2 6.9v-.4C2 5.7 2.7 5 3.5 5zM2 9.3v8.2c0 .8.7 1.5 1.5 1.5h17c.8 0 1.5-.7 1.5-1.5V9.3l-10 6.2z" />
                </svg>
                <span>{email}</span>
              </a>
            </p>
          )}
          {links.length > 0 && (
            <ul className="np-links">
              {links.map((link) => (
                <LinkCard
                  key={link.id + link.url}
                  link={link}
                  follow={followLinks}
                  ping={countClicks ? linkPing(username, link.id) : undefined}
                />
              ))}
            </ul>
          )}
        </main>
        <footer>
          <a href={pages.home()}>
            powered by <b>Nameplate</b>
          </a>
        </footer>
      </div>
    </div>
  );
}

/** Rendered widths in public-page.css. The banner is 168 pixels high and cropped at the sides. */
const BANNER_SIZES = '504px';
const PICTURE_SIZES = '112px';

/** Returns the image attributes. Uploaded pictures have several widths, from which the browser chooses. */
function sources(src: string, sizes: string) {
  const srcSet = pictureSources(src);
  return srcSet ? { sizes, srcSet, src } : { src };
}

function Banner({ profile, site }: PublicPageProps): ReactElement {
  const image = imageAddress(profile.bannerImage, site.origin);
  const { Drawing } = themeAssetsOf(profile.template);
  return (
    <div className="np-banner">
      {image ? (
        <img {...sources(image, BANNER_SIZES)} alt="" width="1200" height="400" />
      ) : (
        <svg viewBox="0 0 480 176" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
          <Drawing />
        </svg>
      )}
    </div>
  );
}

function Picture({ profile, site }: PublicPageProps): ReactElement {
  const image = imageAddress(profile.profilePicture, site.origin);
  return (
    <div className="np-ring">
      {image ? (
        <img
          className="np-picture"
          {...sources(image, PICTURE_SIZES)}
          alt={profile.displayName?.trim() || profile.username}
          width="112"
          height="112"
        />
      ) : (
        <DefaultPicture />
      )}
    </div>
  );
}

interface LinkCardProps {
  link: VisibleLink;
  follow: boolean;
  /** The path that the browser calls when the link is followed. */
  ping: string | undefined;
}

function LinkCard({ link, follow, ping }: LinkCardProps): ReactElement {
  return (
    <li>
      {/* rel=me lets the network verify that the page belongs to the same person; nofollow makes pages worthless as link farms. */}
      <a
        href={link.url}
        ping={ping}
        target="_blank"
        rel={follow ? 'noopener noreferrer me' : 'noopener noreferrer me nofollow ugc'}
      >
        <span className="np-icon">
          <PlatformIcon id={link.id} />
        </span>
        <span className="np-label">
          <b>{link.name}</b>
          {link.username && <bdi>{link.username}</bdi>}
        </span>
        <svg className="np-go" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m9 6 6 6-6 6" />
        </svg>
      </a>
    </li>
  );
}
