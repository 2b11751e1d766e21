import { CircleCheck, type LucideIcon, MailX, TriangleAlert } from 'lucide-react';
import type { Site, StopPageInput, StopView } from '../../contract/documents.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { PlainDocument } from '../ui/plain-document.tsx';

const ICONS: Record<StopView['state'], LucideIcon> = {
  ready: MailX,
  stopped: CircleCheck,
  allowed: CircleCheck,
  invalid: TriangleAlert,
};

function wordsOf(site: Site, { state, email = 'this inbox' }: StopView): { title: string; text: string } {
  switch (state) {
    case 'ready':
      return {
        title: `Stop all forwarding to ${email}`,
        text: `No address at ${site.mailDomain} will forward mail to this inbox any more, and nobody can have us write to it about that again.`,
      };
    case 'stopped':
      return {
        title: 'Forwarding is stopped',
        text: `No address at ${site.mailDomain} forwards to ${email}. Should you ever change your mind, this link still works.`,
      };
    case 'allowed':
      return {
        title: 'Forwarding is allowed again',
        text: `What was forwarded to ${email} before goes on from now. Whatever is new asks you first.`,
      };
    case 'invalid':
      return {
        title: 'This link is not valid',
        text: 'Perhaps a part of the address is missing. Try to copy the whole link out of the mail.',
      };
  }
}

/**
 * The document where the owner of an inbox stops all forwarding to it, without an account. Only its button does, so that a
 * scanner that merely opens links stops nothing.
 */
export function StopPage({ site, styles, paths, view }: StopPageInput) {
  const { title, text } = wordsOf(site, view);
  return (
    <PlainDocument
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
