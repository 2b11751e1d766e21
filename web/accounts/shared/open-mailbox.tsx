import { ExternalLink } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { mailboxSite } from './mailbox-site.ts';

/** A link that opens the mailbox's website in a new tab. Renders nothing for an unknown provider. */
export function OpenMailbox({ email }: { email: string }) {
  const site = mailboxSite(email);
  if (!site) return null;
  return (
    <a
      href={site.url}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames(buttonStyle('secondary'), 'mb-5 w-full')}
    >
      Open {site.name} <ExternalLink aria-hidden />
      <span className="sr-only">(new tab)</span>
    </a>
  );
}
