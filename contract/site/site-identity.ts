import { PRODUCT } from './product.ts';

/** The parts of a site's document that visitors see. */
export interface SiteIdentity {
  name: string;
  /** One sentence under the name; null for the standard one. */
  line: string | null;
  /** One colour, or the two ends of a gradient, as `#rrggbb`; null for the standard gradient. */
  accent: string | readonly string[] | null;
  /** Paths of pictures; null for the standard ones. */
  logo: string | null;
  logoDark: string | null;
  icon: string | null;
  /** "powered by" on public pages: the name of the site, no line, or another text. */
  poweredBy: boolean | string;
  /** Links of the operator in the footer, after the standard ones. */
  footer: { text: string; url: string }[];
}

export const STANDARD_IDENTITY: SiteIdentity = {
  name: PRODUCT,
  line: null,
  accent: null,
  logo: null,
  logoDark: null,
  icon: null,
  poweredBy: true,
  footer: [],
};
