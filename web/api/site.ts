import { createContext, useContext } from 'react';
import type { Site } from '../../contract/documents.ts';
import { readDataBlock } from './data-block.ts';

const SiteContext = createContext<Site | null>(null);
export const SiteProvider = SiteContext.Provider;

/** Returns the origin, host names and mode of this installation. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite must be used within a SiteProvider');
  return site;
}

/** Reads the settings that the server wrote into the document. */
export function readSite(): Site {
  const site = readDataBlock('site');
  if (!site) throw new Error('The document has no site settings');
  return site as Site;
}
