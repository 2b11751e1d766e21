import type { ReactElement } from 'react';
import type { BlockType } from '../../contract/blocks/blocks.ts';
import type { FormTokens, Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { pictureSources } from '../../contract/pictures.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { isAddressShown } from '../../contract/profiles/shown-address.ts';
import { hasImprint } from '../../contract/site/legal-texts.ts';
import { PageBlocks } from './blocks/page-blocks.tsx';
import { imageAddress } from './image-address.ts';
import { Monogram } from './monogram.tsx';
import { monogramOf } from './monogram-text.ts';
import { PoweredBy } from './powered-by.tsx';
import { Share } from './share.tsx';
import { themeAssetsOf } from './themes/theme-registry.ts';
import { visibleBlocks } from './visible-blocks.ts';

export interface PublicPageProps {
  profile: PublicProfile;
  site: Site;
  /** Whether search engines may follow the links, false by default. */
  followLinks?: boolean;
  /** Whether links report clicks, false by default: previews count nothing. */
  countClicks?: boolean;
  /** The time (ms) for which scheduled blocks are shown or hidden; the present by default. */
  now?: number | undefined;
  /** Whether the page has links to report it and to the imprint, false by default. */
  reportPage?: boolean;
  /**
   * A token for each form that the page offers; a form without a token is left out. Absent in previews, which need no
   * tokens.
   */
  formTokens?: FormTokens | undefined;
}

/** Renders a profile as plain markup under the class `np`, styled by `pageStyle(profile)`. */
export function PublicPage(props: PublicPageProps): ReactElement {
  const { profile, site, followLinks = false, countClicks = false, now = Date.now(), reportPage = false } = props;
  const { formTokens } = props;
  const { username, displayName, bio, look } = profile;
  const background = look?.background;
  return (
    <div className="np">
      {background?.kind === 'picture' && <Backdrop image={background.image} />}
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
          {isAddressShown(profile) && <Email username={username} mailDomain={site.mailDomain} />}
          <PageBlocks
            blocks={visibleBlocks(profile.blocks, now).filter(({ type }) => isOffered(type, profile, formTokens))}
            layout={look?.layout ?? 'list'}
            policy={{ username, followLinks, countClicks }}
            formTokens={formTokens ?? {}}
          />
        </main>
        <footer>
          <Share username={username} />
          <p>
            <PoweredBy site={site} />
            {reportPage && (
              <a href={`${pages.profile(username)}/report`} rel="nofollow">
                Report this page
              </a>
            )}
            {reportPage && hasImprint(site) && <a href={pages.imprint()}>Imprint</a>}
          </p>
        </footer>
      </div>
    </div>
  );
}

/**
 * Returns whether a page shows a block. Leaves out a contact form whose messages would reach nobody, and a form without
 * a token.
 */
function isOffered(type: BlockType, { acceptsMail }: PublicProfile, tokens: FormTokens | undefined): boolean {
  if (type === 'contact' && !acceptsMail) return false;
  return tokens === undefined || (type !== 'contact' && type !== 'subscribe') || tokens[type] !== undefined;
}

function Email({ username, mailDomain }: { username: string; mailDomain: string }): ReactElement {
  return (
    <p className="np-email">
      <a href={`mailto:${encodeURIComponent(username)}@${mailDomain}`}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3.5 5h17c.8 0 1.5.7 1.5 1.5v.4l-10 6.3L2 6.9v-.4C2 5.7 2.7 5 3.5 5zM2 9.3v8.2c0 .8.7 1.5 1.5 1.5h17c.8 0 1.5-.7 1.5-1.5V9.3l-10 6.2z" />
        </svg>
        <span>{`${username}@${mailDomain}`}</span>
      </a>
    </p>
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

/** The picture behind the whole page. */
function Backdrop({ image }: { image: string }): ReactElement {
  return (
    <div className="np-backdrop">
      <img {...sources(image, '100vw')} alt="" />
    </div>
  );
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
        <Monogram text={monogramOf(profile.displayName, profile.username)} />
      )}
    </div>
  );
}
