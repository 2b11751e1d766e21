import type { ThemeId } from '../../../../contract/profiles/themes.ts';
import screens from '../../../public-page/theme-screens.svg?url';

/** The content of a screen in place of the example profile. */
export interface ShownProfile {
  name: string;
  address: string;
}

/** A profile in a theme, as on a phone. Decorative; its size follows its width. */
export function ThemeScreen({ theme, profile: { name, address } }: { theme: ThemeId; profile: ShownProfile }) {
  const words = name.split(' ');
  const initials = (words[0] ?? '').charAt(0) + (words.length > 1 ? (words.at(-1) ?? '').charAt(0) : '');
  return (
    <div aria-hidden className={`landing-face theme-${theme}`}>
      <img src={`${screens}#${theme}`} alt="" width="300" height="540" loading="lazy" decoding="async" />
      <span>{initials}</span>
      <b>{name}</b>
      <span>{address}</span>
    </div>
  );
}
