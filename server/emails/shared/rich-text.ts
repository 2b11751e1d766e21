/** A value that a person typed, such as the name of a passkey. Its direction follows from its own letters. */
export interface Typed {
  typed: string;
}

/** A text, in parts if it contains values that a person typed. */
export type RichText = string | readonly (string | Typed)[];

/** Marks a value that a person typed. Line breaks, control and direction characters become spaces. */
export function typed(value: string): Typed {
  return { typed: value.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ') };
}

/** Template tag for a text with values that a person typed. */
export function rich(strings: TemplateStringsArray, ...values: (string | number | Typed)[]): RichText {
  return strings.flatMap((text, index) => {
    const value = values[index];
    return value === undefined ? [text] : [text, typeof value === 'number' ? String(value) : value];
  });
}
