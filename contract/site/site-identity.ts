import { PRODUCT } from './product.ts';

/** A section of the landing page: shown, hidden, or shown with the operator's texts. */
export type Section<Texts = object> =
  | boolean
  | ({ headline?: string | undefined; introduction?: string | undefined } & Texts);

export interface Landing {
  hero: Section<{ promises?: string[] | undefined }>;
  features: Section;
  sample: Section;
  steps: Section;
  benefits: Section;
  pricing: Section;
  faq: Section<{ questions?: { question: string; answer: string }[] | undefined }>;
  final: Section;
}

/** The parts of a site's document that visitors see. */
export interface SiteIdentity {
  name: string;
  /** One sentence under the name; null for the standard one. */
  line: string | null;
  /** One colour, or the two ends of a gradient, as `#rrggbb`; null for the standard gradient. */
  accent: string | string[] | null;
  /** Paths of pictures: the logo, the logo for dark surfaces, and the icon; null for none. */
  logo: string | null;
  logoDark: string | null;
  icon: string | null;
  landing: Landing;
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
  landing: {
    hero: true,
    features: true,
    sample: true,
    steps: true,
    benefits: true,
    pricing: true,
    faq: true,
    final: true,
  },
  poweredBy: true,
  footer: [],
};
