import { CircleCheck, type LucideIcon, MailX, TriangleAlert } from 'lucide-react';
import type { Site, StopPageInput, StopView } from '../../contract/documents.ts';
import { PlainDocument } from '../site/shared/plain-document.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';

const ICONS: Record<StopView['state'], LucideIcon> = {
  ready: MailX,
  stopped: CircleCheck,
  allowed: CircleCheck,
  invalid: TriangleAlert,
};

function textOf(site: Site, { state, email = 'this inbox' }: StopView): { title: string; text: string } {
  switch (state) {
    case 'ready':
      return {
        title: `Stop all forwarding to ${email}`,
        text: `No address at ${site.mailDomain} will forward mail to this inbox any more, and we will send it no more verification emails.`,
      };
    case 'stopped':
      return {
        title: 'Forwarding is stopped',
        text: `No address at ${site.mailDomain} forwards to ${email}. If you change your mind, this link still works.`,
      };
    case 'allowed':
      return {
        title: 'Forwarding is allowed again',
        text: `Addresses that forwarded to ${email} before do so again. New ones ask you first.`,
      };
    case 'invalid':
      return {
        title: 'This link is not valid',
        text: 'Part of the address may be missing. Please copy the whole link from the mail.',
      };
  }
}

/**
 * The page on which the owner of an inbox stops all forwarding to it, without an account. Opening the link changes
 * nothing, because mail scanners open links; only the button does.
 */
export function StopPage({ site, styles, paths, view }: StopPageInput) {
  const { title, text } = textOf(site, view);
  return (
    <PlainDocument
      site={site}
      title={title}
      styles={styles}
      icon={ICONS[view.state]}
      heading={title}
      text={text}
      footnote={view.state === 'ready' ? 'Close this page and nothing happens.' : `You are on ${site.host}.`}
    >
      {view.state === 'invalid' ? (
        <a href="/" className={`${buttonStyle('primary', 'large')} mt-6 w-full`}>
          Go to Home
        </a>
      ) : (
        <form method="post" action={view.state === 'stopped' ? paths.allow : paths.stop} className="mt-6">
          <button
            type="submit"
            className={`${buttonStyle(view.state === 'stopped' ? 'secondary' : 'danger', 'large')} w-full`}
          >
            {view.state === 'stopped' ? 'Allow it again' : 'Stop forwarding'}
          </button>
        </form>
      )}
    </PlainDocument>
  );
}
