import { Check } from 'lucide-react';
import { type CSSProperties, useId } from 'react';
import { THEME_IDS, type ThemeId } from '../../../contract/profiles/theme-ids.ts';
import { THEMES, type Theme } from '../../../contract/profiles/themes.ts';
import screens from '../../public-page/theme-screens.svg?url';
import { preloadTheme } from '../../public-page/themes/use-theme.ts';

interface ThemeGridProps {
  chosen: ThemeId;
  /** The stored theme of the page. */
  saved: ThemeId;
  onChoose: (theme: ThemeId) => void;
}

/** A radio group of all themes. */
export function ThemeGrid({ chosen, saved, onChoose }: ThemeGridProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-3 text-lg font-semibold">Choose a theme</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] sm:gap-4">
        {THEME_IDS.map((id) => (
          <ThemeCard
            key={id}
            theme={THEMES[id]}
            group={name}
            chosen={id === chosen}
            saved={id === saved}
            onChoose={() => onChoose(id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ThemeCardProps {
  theme: Theme;
  group: string;
  chosen: boolean;
  saved: boolean;
  onChoose: () => void;
}

function ThemeCard({ theme, group, chosen, saved, onChoose }: ThemeCardProps) {
  const id = useId();
  return (
    <label
      onPointerEnter={() => preloadTheme(theme.id)}
      className="relative flex cursor-pointer flex-col overflow-hidden rounded-card border-2 border-border bg-surface shadow-soft transition-colors hover:border-field has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
    >
      <input
        type="radio"
        name={group}
        value={theme.id}
        checked={chosen}
        onChange={onChoose}
        // Each press of an arrow key chooses another theme.
        onFocus={() => THEME_IDS.forEach(preloadTheme)}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about`}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <ThemeSketch theme={theme} />
      {chosen && (
        <span className="absolute top-2 right-2 grid size-7 place-items-center rounded-full bg-accent text-surface shadow-float">
          <Check className="size-4.5" strokeWidth={3} aria-hidden />
        </span>
      )}
      <span className="flex flex-1 flex-col gap-1 p-3">
        <span id={`${id}-name`} className="text-sm font-semibold sm:text-base">
          {theme.name}
        </span>
        <span id={`${id}-about`} className="flex-1 text-xs text-soft sm:text-sm">
          {theme.description}
        </span>
        <span className="mt-1 flex min-h-6 items-center justify-between gap-2">
          <Swatches theme={theme} />
          {saved && <span className="text-xs font-semibold text-success">Current</span>}
        </span>
      </span>
    </label>
  );
}

/** The shapes of the picture and the cards in themes that do not have a round picture and round cards. */
const SHAPES: Partial<Record<ThemeId, { picture?: CSSProperties; card: CSSProperties }>> = {
  minimal: { card: { borderRadius: 0 } },
  royal: { card: { borderRadius: 1 } },
  paper: { picture: { borderRadius: 2, borderColor: '#fffdf6', rotate: '-4deg' }, card: { borderRadius: 2 } },
  terminal: { picture: { borderRadius: 0, marginInlineStart: '20%' }, card: { borderRadius: 0 } },
  blueprint: { card: { borderRadius: 0 } },
  bloom: { picture: { borderRadius: '16px 16px 4px 4px' }, card: { borderRadius: '2px 8px' } },
  brick: {
    picture: { borderRadius: 0, boxShadow: '2px 2px 0 #111' },
    card: { borderRadius: 0, borderColor: '#111', boxShadow: '2px 2px 0 #111' },
  },
};

/** A thumbnail of a page in the theme. */
function ThemeSketch({ theme: { id, config } }: { theme: Theme }) {
  const shape = SHAPES[id];
  return (
    <span
      aria-hidden
      className="block h-34 forced-color-adjust-none"
      style={{ background: config.background, color: config.textColor }}
    >
      <img
        src={`${screens}#${id}-banner`}
        alt=""
        width="300"
        height="120"
        decoding="async"
        className="block h-18 w-full"
      />
      <span
        className="relative mx-auto -mt-4 block size-8 rounded-full border-2"
        style={{ background: config.secondaryColor, borderColor: config.primaryColor, ...shape?.picture }}
      />
      <span className="mx-auto mt-2 grid w-3/5 gap-1.5">
        {[1, 2].map((card) => (
          <span
            key={card}
            className="block h-3 rounded-full border"
            style={{
              background: config.cardBg,
              borderColor: `color-mix(in srgb, ${config.primaryColor} 45%, transparent)`,
              ...shape?.card,
            }}
          />
        ))}
      </span>
    </span>
  );
}

function Swatches({ theme: { config } }: { theme: Theme }) {
  const colours = [
    ...new Set([edgesOf(config.background), config.primaryColor, config.secondaryColor, config.textColor].flat()),
  ];
  return (
    <span aria-hidden className="flex -space-x-1">
      {colours.slice(0, 5).map((colour) => (
        <span
          key={colour}
          className="size-4.5 forced-color-adjust-none rounded-full border-2 border-surface ring-1 ring-border"
          style={{ background: colour }}
        />
      ))}
    </span>
  );
}

/** Returns the first and the last colour of a background. */
function edgesOf(background: string): string[] {
  const found = background.match(/#[0-9a-f]{6}/gi) ?? [];
  return [found[0], found.at(-1)].filter((colour) => colour !== undefined);
}
