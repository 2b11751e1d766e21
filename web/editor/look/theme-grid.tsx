import { Check } from 'lucide-react';
import { useId } from 'react';
import { THEME_IDS, THEMES, type Theme, type ThemeId } from '../../../contract/profiles/themes.ts';
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
            id={id}
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
  id: ThemeId;
  group: string;
  chosen: boolean;
  saved: boolean;
  onChoose: () => void;
}

function ThemeCard({ id, group, chosen, saved, onChoose }: ThemeCardProps) {
  const labels = useId();
  const theme = THEMES[id];
  return (
    <label
      onPointerEnter={() => preloadTheme(id)}
      className="relative flex cursor-pointer flex-col overflow-hidden rounded-card border-2 border-border bg-surface shadow-soft transition-colors hover:border-field has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
    >
      <input
        type="radio"
        name={group}
        value={id}
        checked={chosen}
        onChange={onChoose}
        // Each press of an arrow key chooses another theme.
        onFocus={() => THEME_IDS.forEach(preloadTheme)}
        aria-labelledby={`${labels}-name`}
        aria-describedby={`${labels}-about`}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <ThemeSketch id={id} />
      {chosen && (
        <span className="absolute top-2 right-2 grid size-7 place-items-center rounded-full bg-accent text-surface shadow-float">
          <Check className="size-4.5" strokeWidth={3} aria-hidden />
        </span>
      )}
      <span className="flex flex-1 flex-col gap-1 p-3">
        <span id={`${labels}-name`} className="text-sm font-semibold sm:text-base">
          {theme.name}
        </span>
        <span id={`${labels}-about`} className="flex-1 text-xs text-soft sm:text-sm">
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

/** A thumbnail of a page in the theme. */
function ThemeSketch({ id }: { id: ThemeId }) {
  const { config, picture, card } = THEMES[id];
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
        style={{ background: config.secondaryColor, borderColor: config.primaryColor, ...picture }}
      />
      <span className="mx-auto mt-2 grid w-3/5 gap-1.5">
        {[1, 2].map((place) => (
          <span
            key={place}
            className="block h-3 rounded-full border"
            style={{
              background: config.cardBg,
              borderColor: `color-mix(in srgb, ${config.primaryColor} 45%, transparent)`,
              ...card,
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
