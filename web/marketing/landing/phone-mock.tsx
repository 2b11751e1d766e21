import { ChevronRight } from 'lucide-react';
import instagram from 'simple-icons/icons/instagram.svg?raw';
import tiktok from 'simple-icons/icons/tiktok.svg?raw';
import x from 'simple-icons/icons/x.svg?raw';
import youtube from 'simple-icons/icons/youtube.svg?raw';
import type { Site } from '../../../contract/documents.ts';
import { SAMPLE_PROFILE } from '../../../contract/profiles/sample-profile.ts';
import { platformOf } from '../../../contract/social/platforms.ts';
import { PathIcon, pathOf } from '../../public-page/icon-path.tsx';
import { Monogram } from '../../public-page/monogram.tsx';
import { NeonBanner } from '../../public-page/themes/neon.tsx';

/** Icons of the links on the drawn screen. They are imported one by one, because all icons would double the script's size. */
const MARKS = new Map(Object.entries({ instagram, youtube, tiktok, x }));
const LINKS = SAMPLE_PROFILE.socialLinks.filter(({ platform }) => MARKS.has(platform));

/** A decorative drawing of the example profile on a phone, and of an email being forwarded. */
export function PhoneMock({ site }: { site: Site }) {
  return (
    <div className="landing-stage" role="img" aria-label="The example profile on a phone">
      <div className="landing-phone" aria-hidden>
        <div className="landing-screen">
          <div className="landing-banner">
            <svg viewBox="0 0 480 176" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
              <NeonBanner />
            </svg>
          </div>
          <div className="landing-picture">
            <Monogram text="DU" />
          </div>
          <p className="mt-2.5 text-lg font-bold">{SAMPLE_PROFILE.displayName}</p>
          <p className="px-5 text-xs leading-relaxed">{SAMPLE_PROFILE.bio}</p>
          <p className="mt-1.5 px-4 text-xs font-semibold [overflow-wrap:anywhere] text-cyan">
            {site.host}/{SAMPLE_PROFILE.handle}
          </p>
          <ul className="mt-3.5 grid gap-2 px-3.5">
            {LINKS.map(({ platform, username }) => (
              <li key={platform} className="landing-link">
                <span className="landing-chip">
                  <PathIcon path={pathOf(MARKS.get(platform) ?? '')} />
                </span>
                <span className="flex-1">
                  <b className="block font-semibold">{platformOf(platform)?.name}</b>
                  {username}
                </span>
                <ChevronRight className="size-4 text-cyan" />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="landing-mail" aria-hidden>
        <span className="landing-chip landing-chip-mail">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3.5 5h17c.8 0 1.5.7 1.5 1.5v.4l-10 6.3L2 6.9v-.4C2 5.7 2.7 5 3.5 5zM2 9.3v8.2c0 .8.7 1.5 1.5 1.5h17c.8 0 1.5-.7 1.5-1.5V9.3l-10 6.2z" />
          </svg>
        </span>
        <span>
          <b className="block font-semibold text-text">An email to your handle</b>
          is in your inbox already
        </span>
      </div>
    </div>
  );
}
