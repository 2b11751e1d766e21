import { Play } from 'lucide-react';
import { THEME_IDS } from '../../../../contract/profiles/themes.ts';
import screens from '../../../public-page/theme-screens.svg?url';

/**
 * Chooses the theme on the phone; the first choice shows all themes in turn. Works with CSS alone, before the app is
 * loaded.
 */
export function ThemeDots() {
  return (
    <fieldset className="landing-dots">
      <legend className="sr-only">Theme on the phone</legend>
      <label className="landing-dot" title="All, one after another">
        {/* A value would count as typed text (web/app/load-on-intent.ts). */}
        <input type="radio" name="theme" value="" defaultChecked aria-label="All, one after another" />
        <span className="landing-mark">
          <Play aria-hidden />
        </span>
      </label>
      {THEME_IDS.map((id) => (
        <label key={id} className="landing-dot" title={id}>
          <input type="radio" name="theme" value="" aria-label={id} />
          <img src={`${screens}#${id}-dot`} alt="" className="landing-mark" width="24" height="24" loading="lazy" />
        </label>
      ))}
    </fieldset>
  );
}
