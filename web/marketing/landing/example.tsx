import { ArrowRight, ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';
import { spellCount } from '../../../contract/counts.ts';
import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { SAMPLE_HANDLE } from '../../../contract/profiles/sample-handle.ts';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { classNames } from '../../ui/class-names.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ClaimLink } from '../claim-link.tsx';
import { textsOf } from './section-texts.ts';
import { ThemeStrip } from './themes/theme-strip.tsx';

/** A link to the example profile, and a call to action. */
export function Example({ site }: { site: Site }) {
  const { headline, introduction } = textsOf(site.landing.sample);
  return (
    <section aria-labelledby="example-title" className="page-width py-16 lg:py-24">
      <div className="landing-night relative isolate overflow-hidden rounded-3xl px-6 py-14 text-center text-white sm:px-12 lg:py-20">
        <h2 id="example-title" className="text-3xl font-bold lg:text-5xl">
          {headline ?? 'See one for real'}
        </h2>
        <p className="mx-auto mt-4 max-w-[36rem] text-lg text-balance text-white/85">
          {introduction ?? (
            <>
              This is what people find at{' '}
              <span className="font-semibold [overflow-wrap:anywhere] text-white">
                {site.host}/{SAMPLE_HANDLE}
              </span>
              . Yours can look like this in a minute, or like any of {spellCount(THEME_IDS.length - 1)} other themes.
            </>
          )}
        </p>
        <div className="mt-8 flex flex-col justify-center gap-3 sm:flex-row sm:gap-4">
          <Link
            to={pages.profile(SAMPLE_HANDLE)}
            className={classNames(
              buttonStyle('ghost', 'large'),
              'border-white/40 text-white hover:border-white hover:bg-white/10',
            )}
          >
            VIEW EXAMPLE PROFILE <ArrowUpRight aria-hidden />
          </Link>
          <ClaimLink className={buttonStyle('brand', 'large')}>
            CREATE MY UNIVERSE NOW <ArrowRight aria-hidden />
          </ClaimLink>
        </div>
        <ThemeStrip site={site} />
      </div>
    </section>
  );
}
