/** Attributes of a field for a part of a name or an address. */
export const SEARCH_INPUT = {
  maxLength: 300,
  autoCapitalize: 'none',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'search',
} as const;
