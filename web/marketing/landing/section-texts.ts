import type { Section } from '../../../contract/site/site-identity.ts';

/** Returns the operator's texts of a section that is shown, which replace ours; empty without texts. */
export function textsOf<Texts extends object>(section: Section<Texts>): Partial<Exclude<Section<Texts>, boolean>> {
  return typeof section === 'boolean' ? {} : section;
}
