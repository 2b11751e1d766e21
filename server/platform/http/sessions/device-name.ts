import Bowser from 'bowser';

/** Longer headers are cut, because a name needs no more and the parser's time grows with the length. */
const MAX_HEADER = 256;
const MAX_NAME = 60;

/** Returns a name for the device of a User-Agent header, such as "Firefox on Linux"; null if the header names nothing known. */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_HEADER));
  const name = [browser.name, os.name].filter((part) => part).join(' on ');
  return name === '' ? null : name.slice(0, MAX_NAME);
}
