import { capitalised } from '../../../contract/capitalised.ts';
import type { Site } from '../../../contract/documents.ts';
import { SAMPLE_HANDLE, SAMPLE_NAME } from '../../../contract/profiles/sample-handle.ts';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { ThemeDots } from './themes/theme-dots.tsx';
import { ThemeScreen } from './themes/theme-screen.tsx';

/**
 * A decorative phone that shows the page of the typed handle in one theme after another, and an email to the handle.
 */
export function PhoneMock({ site, handle }: { site: Site; handle: string }) {
  const profile = {
    name: handle ? nameOf(handle) : SAMPLE_NAME,
    address: `${site.host}/${handle || SAMPLE_HANDLE}`,
  };
  return (
    <div className="landing-stage">
      <div
        className="landing-tilt"
        role="img"
        aria-label={`${handle ? 'Your page' : 'The example profile'} on a phone`}
      >
        <div className="landing-phone" aria-hidden>
          <div className="landing-screen">
            {THEME_IDS.map((theme) => (
              <ThemeScreen key={theme} theme={theme} profile={profile} />
            ))}
          </div>
        </div>
        <div className="landing-mail" aria-hidden>
          <span className="landing-chip">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M3.5 5h17c.8 0 1.5.7 1.5 1.5v.4l-10 6.3L2 6.9v-.4C2 5.7 2.7 5 3.5 5zM2 9.3v8.2c0 .8.7 1.5 1.5 1.5h17c.8 0 1.5-.7 1.5-1.5V9.3l-10 6.2z" />
            </svg>
          </span>
          <span className="min-w-0">
            <b className="block truncate font-semibold text-text">
              {handle ? `${handle}@${site.mailDomain}` : 'An email to your handle'}
            </b>
            is already in your inbox
          </span>
        </div>
      </div>
      <ThemeDots />
    </div>
  );
}

/** Returns a name made of the words of a handle: "Maya Makes" for maya.makes. */
function nameOf(handle: string): string {
  const words = handle.split(/[.-]/).filter((word) => word !== '');
  return words.map(capitalised).join(' ');
}
