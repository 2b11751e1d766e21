/** SPDX identifiers that every package may have: they require at most a notice. */
export const ALLOWED =
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 PSF-2.0 Python-2.0 Unlicense'.split(
    ' ',
  );

/** A licence that is allowed only for some packages, or for a package whose package.json names no licence. */
export interface LicenceException {
  /** The name of the package, or its start followed by `*`. */
  package: string;
  licence: string;
  /** Whether a release may contain the package. */
  shipped: boolean;
  reason: string;
}

const BUILD_TOOL = 'a tool that is not distributed with Nameplate';
const OLD_FIELD = 'states MIT in `licenses`, a field that npm does not copy into package-lock.json';

export const EXCEPTIONS: LicenceException[] = [
  {
    package: '@img/sharp-*',
    licence: 'LGPL-3.0-or-later',
    shipped: true,
    reason: 'libvips, a shared library in a separate package, which anyone can replace',
  },
  { package: '@axe-core/playwright', licence: 'MPL-2.0', shipped: false, reason: BUILD_TOOL },
  { package: 'axe-core', licence: 'MPL-2.0', shipped: false, reason: BUILD_TOOL },
  { package: 'lightningcss*', licence: 'MPL-2.0', shipped: false, reason: BUILD_TOOL },
  { package: 'caniuse-lite', licence: 'CC-BY-4.0', shipped: false, reason: BUILD_TOOL },
  { package: 'spdx-exceptions', licence: 'CC-BY-3.0', shipped: false, reason: BUILD_TOOL },
  { package: 'busboy', licence: '', shipped: false, reason: OLD_FIELD },
  { package: 'streamsearch', licence: '', shipped: false, reason: OLD_FIELD },
  { package: 'humanize-number', licence: '', shipped: false, reason: 'its Readme.md states MIT' },
];
