import { words } from './words.ts';

const counts = new Intl.NumberFormat('en-US');

/** Formats a count as `1,234,567`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

const TEN_TO_TWENTY = words('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty');

/** Spells a count from ten to twenty, such as `fifteen`, and formats any other count. */
export function spellCount(count: number): string {
  return TEN_TO_TWENTY[count - 10] ?? formatCount(count);
}
