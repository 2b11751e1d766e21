import { Link } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { LEGAL_TITLES, type LegalKind } from '../../contract/site/legal-texts.ts';
import { useSite } from '../api/site.ts';

/** The addresses of the texts in force. */
export const LEGAL_PATHS: Record<LegalKind, string> = {
  imprint: pages.imprint(),
  terms: pages.tos(),
  privacy: pages.privacy(),
};

interface LegalLinkProps {
  kind: LegalKind;
  /** Another path of the same page. */
  path?: string;
  className?: string;
}

/** A link to a legal text. The operator's own texts are documents of their own, without the app. */
export function LegalLink({ kind, path = LEGAL_PATHS[kind], className }: LegalLinkProps) {
  const { legalTexts = [] } = useSite();
  const link = { className, children: LEGAL_TITLES[kind] };
  return legalTexts.includes(kind) ? <a href={path} {...link} /> : <Link to={path} {...link} />;
}
