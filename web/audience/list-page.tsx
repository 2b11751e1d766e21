import { CircleCheck, type LucideIcon, MailCheck, MailX, TriangleAlert } from 'lucide-react';
import type { ListPageInput, ListView, Site } from '../../contract/documents.ts';
import { PlainDocument } from '../site/shared/plain-document.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';

const ICONS: Record<ListView['state'], LucideIcon> = {
  confirm: MailCheck,
  confirmed: CircleCheck,
  leave: MailX,
  left: CircleCheck,
  invalid: TriangleAlert,
};

function textOf(site: Site, { state, handle = '', email = 'your address' }: ListView): { title: string; text: string } {
  const page = `${site.host}/${handle}`;
  switch (state) {
    case 'confirm':
      return {
        title: `Get emails from ${page}?`,
        text: `${email} joins the email list of this page, and its owner can write to you. You agree to this:`,
      };
    case 'confirmed':
      return {
        title: 'You are on the list',
        text: `${email} now gets emails from the owner of ${page}. The email that we sent you has a link to unsubscribe at any time.`,
      };
    case 'leave':
      return {
        title: `Unsubscribe from ${page}?`,
        text: `${email} is deleted from the email list of this page.`,
      };
    case 'left':
      return {
        title: 'You are unsubscribed',
        text: handle
          ? `${email} has been deleted from the email list of ${page}. Its owner may have copied the list before that. If an email still arrives, ask its sender.`
          : 'Your address is no longer on this list.',
      };
    case 'invalid':
      return {
        title: 'This link is not valid',
        text: 'It is older than seven days, or the request was deleted, or part of the address is missing. You can enter your address on the page again.',
      };
  }
}

/**
 * The page behind a link in an email of a list, without an account. Opening the link changes nothing, because mail scanners open
 * links; only the button does.
 */
export function ListPage({ site, styles, paths, view }: ListPageInput) {
  const { title, text } = textOf(site, view);
  const asks = view.state === 'confirm' || view.state === 'leave';
  return (
    <PlainDocument
      site={site}
      title={title}
      styles={styles}
      icon={ICONS[view.state]}
      heading={title}
      text={text}
      footnote={asks ? 'Close this page and nothing happens.' : `You are on ${site.host}.`}
    >
      {view.state === 'confirm' && (
        <blockquote
          dir="auto"
          className="mt-4 rounded-xl border border-border px-4 py-3 text-start whitespace-pre-line wrap-anywhere"
        >
          {view.wording}
        </blockquote>
      )}
      {asks ? (
        <form method="post" action={view.state === 'confirm' ? paths.confirm : paths.leave} className="mt-6">
          <button
            type="submit"
            className={`${buttonStyle(view.state === 'confirm' ? 'primary' : 'danger', 'large')} w-full`}
          >
            {view.state === 'confirm' ? 'Yes, I agree' : 'Unsubscribe'}
          </button>
        </form>
      ) : (
        <a
          href={view.handle ? `/${encodeURIComponent(view.handle)}` : '/'}
          className={`${buttonStyle('secondary', 'large')} mt-6 w-full`}
        >
          {view.handle ? 'Open the page' : 'Go to Home'}
        </a>
      )}
    </PlainDocument>
  );
}
