import type { Site } from '../../../../contract/documents.ts';
import { SAMPLE_HANDLE, SAMPLE_NAME } from '../../../../contract/profiles/sample-handle.ts';
import { THEME_IDS } from '../../../../contract/profiles/themes.ts';
import { ThemeScreen } from './theme-screen.tsx';

/** The example profile in every theme, in a row that scrolls sideways. */
export function ThemeStrip({ site }: { site: Site }) {
  const profile = { name: SAMPLE_NAME, address: `${site.host}/${SAMPLE_HANDLE}` };
  return (
    <section
      aria-label="All themes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="landing-strip"
    >
      <ul>
        {THEME_IDS.map((theme) => (
          <li key={theme}>
            <ThemeScreen theme={theme} profile={profile} />
            <p>{theme}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
