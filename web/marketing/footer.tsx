import { Link } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { useSite } from '../api/site.ts';
import { SitePicture } from '../site/shared/site-brand.tsx';

const LINKS = [
  { to: pages.emailForwarding(), text: 'Email Forwarding' },
  { to: pages.tos(), text: 'Terms of Service' },
  { to: pages.privacy(), text: 'Privacy Policy' },
];

const LINK =
  'inline-flex min-h-11 items-center rounded-control px-3 font-medium hover:text-text hover:underline hover:underline-offset-4';

/** The footer of the pages for visitors. */
export function Footer() {
  const site = useSite();
  const { name, footer } = site;
  return (
    <footer className="border-t border-border bg-surface">
      <div className="page-width flex flex-col items-center gap-4 py-8 text-sm text-soft md:flex-row md:justify-between">
        <p className="flex items-center gap-3">
          <SitePicture site={site} />
          {/* A page that the server renders at the end of a year may be hydrated in the next one. */}
          <span suppressHydrationWarning>
            © {new Date().getFullYear()} {name}. All rights reserved.
          </span>
        </p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap justify-center gap-x-2">
            {LINKS.map(({ to, text }) => (
              <li key={to}>
                <Link to={to} className={LINK}>
                  {text}
                </Link>
              </li>
            ))}
            {footer.map(({ text, url }) => (
              <li key={`${text} ${url}`}>
                <a href={url} className={LINK}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
