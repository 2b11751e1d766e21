import { CircleCheck, type LucideIcon, MailCheck, MailX, TriangleAlert } from 'lucide-react';
import type { ListPageInput, ListView, Site } from '../../contract/documents.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { PlainDocument } from '../ui/plain-document.tsx';

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
        text: `${email} joins the email list of this page, and its owner writes to you. You agree to this:`,
      };
    case 'confirmed':
      return {
        title: 'You are on the list',
        text: `${email} gets emails from the owner of ${page} from now on. The email that we have sent you has a link that ends it at any time.`,
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
          ? `${email} is deleted from the email list of ${page}. Its owner may have copied the list before; if an email still arrives, its sender can tell you why.`
          : 'Your address is not on this list any more.',
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
