/** Reads the value of an option. Throws with a message for the user unless it is a whole number of at least 1. */
export function wholeNumber(option: string, value: string | undefined): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${option} requires a whole number above 0, not ${value}`);
  return number;
}
