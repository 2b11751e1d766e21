import type { ReactElement } from 'react';
import { type Site, SOCIAL_IMAGE_HEIGHT, SOCIAL_IMAGE_WIDTH } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { absoluteImageAddress } from './image-address.ts';
import { profileAddresses } from './visible-blocks.ts';

const DESCRIPTION_LENGTH = 200;

interface HeadProps {
  profile: PublicProfile;
  site: Site;
  /** Version of the social image; undefined if none has been drawn. */
  socialImage?: string | undefined;
  /** The time (ms) for which scheduled blocks are shown or hidden. */
  now: number;
}

/** The head elements of a profile for search engines and link previews. */
export function ProfileHead({ profile, site, socialImage, now }: HeadProps): ReactElement {
  const { username } = profile;
  const name = profile.displayName?.trim() || username;
  const title = name === username ? name : `${name} (${username})`;
  const description = summary(profile.bio) || `${name} on ${site.host}/${username}: links and contact in one place.`;
  const address = `${site.origin}${pages.profile(username)}`;
  const banner = absoluteImageAddress(profile.bannerImage, site.origin);
  const picture = absoluteImageAddress(profile.profilePicture, site.origin);
  const image = socialImage ? `${site.origin}${pages.socialImage(username, socialImage)}` : (banner ?? picture);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="profile:username" content={username} />
      {image && <meta property="og:image" content={image} />}
      {socialImage && (
        <>
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content={String(SOCIAL_IMAGE_WIDTH)} />
          <meta property="og:image:height" content={String(SOCIAL_IMAGE_HEIGHT)} />
          <meta property="og:image:alt" content={`${title} on ${site.host}`} />
        </>
      )}
      <meta name="twitter:card" content={socialImage || banner ? 'summary_large_image' : 'summary'} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {image && <meta name="twitter:image" content={image} />}
      <JsonLd
        value={{
          '@context': 'https://schema.org',
          '@type': 'ProfilePage',
          url: address,
          mainEntity: {
            '@type': 'Person',
            name,
            alternateName: username,
            url: address,
            description: profile.bio?.trim() || undefined,
            image: picture,
            sameAs: profileAddresses(profile.blocks, now),
          },
        }}
      />
    </>
  );
}

/** Returns the bio on one line, cut between words. */
function summary(bio: string | null): string {
  const line = (bio ?? '').replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  const cut = line.slice(0, DESCRIPTION_LENGTH);
  const end = cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : cut).toWellFormed()}…`;
}

/** A JSON-LD block. Escaping every < prevents its content from closing the element or opening another one. */
function JsonLd({ value }: { value: unknown }): ReactElement {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes; < is escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
