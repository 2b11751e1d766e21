import type { Site } from '../../../contract/documents.ts';
import { STANDARD_IDENTITY } from '../../../contract/site/site-identity.ts';

/** The settings of a site in production, as documents and emails get them. */
export const SAMPLE_SITE: Site = {
  ...STANDARD_IDENTITY,
  origin: 'https://np.example',
  host: 'np.example',
  mailDomain: 'np.example',
  localMode: false,
};
