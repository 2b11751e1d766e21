const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' });

/** Returns the English name for an ISO 3166-1 alpha-2 country code, or the text itself if it is not one. */
export function countryName(code: string): string {
  if (code === 'unknown') return 'Unknown';
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}
