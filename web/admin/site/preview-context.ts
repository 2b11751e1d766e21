import { type ComponentType, createContext, useContext } from 'react';
import type { Site } from '../../../contract/documents.ts';
import type { Landing } from '../../../contract/site/site-identity.ts';

export interface SitePreviewProps {
  /** The site as it would be. */
  site: Site;
  theme: 'light' | 'dark';
  /** The part that is edited, to which the preview scrolls. */
  part: keyof Landing | 'footer' | undefined;
  /** An empty document, into which the page is drawn. */
  document: Document;
}

const SitePreviewContext = createContext<ComponentType<SitePreviewProps> | null>(null);

/** The app provides the component that draws the landing page, which is not part of the admin area. */
export const SitePreviewProvider = SitePreviewContext.Provider;

/** Returns that component. */
export function useSitePreview(): ComponentType<SitePreviewProps> {
  const preview = useContext(SitePreviewContext);
  if (!preview) throw new Error('useSitePreview must be used within a SitePreviewProvider');
  return preview;
}
