import { classNames } from '../class-names.ts';

/** Classes of inputs, selects and text areas. Phones zoom in on focus if the text is smaller than 16 px. */
export function fieldStyle(...more: (string | undefined)[]): string {
  return classNames(
    'min-h-11 w-full rounded-control border border-field bg-surface px-3.5 text-base text-text',
    'placeholder:text-soft transition-[border-color,box-shadow] duration-150',
    'focus-visible:border-focus focus-visible:outline-none focus-visible:ring-3 focus-visible:ring-focus/25',
    'aria-invalid:border-danger aria-invalid:ring-danger/20 disabled:bg-muted disabled:text-soft',
    ...more,
  );
}
