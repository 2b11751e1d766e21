import { pages } from '../paths.ts';

/** The only value of `colours` in the query of a QR code. Without `colours`, the code is black on white. */
export const QR_COLOURS = 'theme';

/** Paths of QR codes in the colours of the page. Separate from the paths of all screens, which visitors load. */
export const sharingPages = {
  themedQrSvg: (username: string) => `${pages.qrSvg(username)}?colours=${QR_COLOURS}`,
  themedQrPng: (username: string) => `${pages.qrPng(username)}?colours=${QR_COLOURS}`,
} as const;
