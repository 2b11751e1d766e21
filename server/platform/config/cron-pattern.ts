/** The ranges of the fields of a schedule: minute, hour, day, month and weekday (7 is also Sunday). */
const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/**
 * Returns whether a text is a schedule that the job queue accepts. The queue's own parser is not used, because it would
 * load the whole queue.
 */
export function isCronPattern(text: string): boolean {
  const fields = text.split(' ');
  return (
    text.length <= 200 &&
    fields.length === FIELDS.length &&
    FIELDS.every(([min, max], index) => (fields[index] ?? '').split(',').every((part) => isPart(part, min, max)))
  );
}

/** Accepts `*`, every n-th as `*` and `/n`, a number, or a range. */
function isPart(part: string, min: number, max: number): boolean {
  const match = /^(?:\*(?:\/(\d{1,2}))?|(\d{1,2})(?:-(\d{1,2}))?)$/.exec(part);
  if (!match) return false;
  const [, step, first, last] = match.map((digits) => (digits === undefined ? undefined : Number(digits)));
  if (step !== undefined) return step >= 1 && step <= max;
  if (first === undefined) return true;
  return first >= min && first <= max && (last === undefined || (last > first && last <= max));
}
