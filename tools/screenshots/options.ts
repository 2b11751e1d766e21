import { parseArgs } from 'node:util';
import { TOUR } from './tour-pictures.ts';

export type Theme = 'light' | 'dark';

/** The selection of a run of `npm run screenshots`. */
export type Options = {
  /** Returns whether a screen of this name was requested. */
  isWanted: (name: string) => boolean;
  widths: number[];
  themes: Theme[];
  /** Whether the run renews the pictures of docs/tour.md. */
  tour: boolean;
};

const WIDTHS = [390, 1280];
const THEMES: Theme[] = ['light', 'dark'];

/**
 * Reads `[NAME...] [--only NAME] [--width PIXELS] [--theme light|dark]`; each may be repeated, and a name may end with
 * `*`. `--tour` selects the screens of docs/tour.md at 1280 pixels. Throws with the known names if a name matches
 * nothing.
 */
export function readOptions(args: string[], names: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      width: { type: 'string', multiple: true, default: [] },
      theme: { type: 'string', multiple: true, default: [] },
      tour: { type: 'boolean', default: false },
    },
  });
  const { tour } = values;
  const patterns = tour ? TOUR : [...positionals, ...values.only];
  const unknown = patterns.filter((pattern) => !names.some((name) => matches(name, pattern)));
  if (unknown.length > 0) throw new Error(`Unknown screen: ${unknown.join(', ')}. Screens: ${names.join(', ')}`);
  const widths = values.width.map(Number);
  if (widths.some((width) => !Number.isInteger(width) || width < 200)) throw new Error('--width takes 200 or more.');
  const themes = THEMES.filter((theme) => values.theme.includes(theme));
  if (themes.length < values.theme.length) throw new Error('--theme takes light or dark.');
  return {
    isWanted: (name) => patterns.length === 0 || patterns.some((pattern) => matches(name, pattern)),
    widths: tour ? [1280] : widths.length > 0 ? widths : WIDTHS,
    themes: tour || themes.length === 0 ? THEMES : themes,
    tour,
  };
}

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
