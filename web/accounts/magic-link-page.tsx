import { CircleCheck, Clock, type LucideIcon, Mail, TriangleAlert, UserRound, UsersRound } from 'lucide-react';
import type { LinkView } from '../../contract/accounts/link-view.ts';
import type { LinkPageInput } from '../../contract/documents.ts';
import { PlainDocument } from '../site/shared/plain-document.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';
import { magicLinkText } from './magic-link-text.ts';

const ICONS: Record<LinkView['state'], LucideIcon> = {
  ready: Mail,
  used: CircleCheck,
  expired: Clock,
  invalid: TriangleAlert,
  'handle-gone': UserRound,
  'inbox-full': Mail,
  closed: CircleCheck,
  'half-confirmed': CircleCheck,
  changed: CircleCheck,
  stopped: CircleCheck,
  restored: CircleCheck,
  'address-taken': TriangleAlert,
  withdrawn: TriangleAlert,
  joined: UsersRound,
  waiting: Clock,
};

/** The document behind a magic link. Only the POST of its button uses the link, because mail scanners open links as well. */
export function MagicLinkPage({ site, styles, link }: LinkPageInput) {
  const content = magicLinkText(site, link);
  const isReady = link.state === 'ready';
  return (
    <PlainDocument
      site={site}
      title={content.title}
      styles={styles}
      icon={ICONS[link.state]}
      heading={content.title}
      text={content.text}
      footnote={
        isReady && content.action !== undefined
          ? 'Didn’t ask for this? Close this page and nothing happens.'
          : `You are on ${site.host}.`
      }
    >
      {isReady && link.signedInAs && (
        <OtherAccount signedInAs={link.signedInAs} joinsAs={link.invitation && link.email} />
      )}
      {isReady ? (
        <form method="post" className="mt-6 grid gap-3">
          {content.action !== undefined && (
            <button
              type="submit"
              className={`${buttonStyle(link.purpose === 'delete-account' ? 'danger' : 'brand', 'large')} w-full`}
            >
              {content.action}
            </button>
          )}
          {content.refusal !== undefined && (
            <button
              type="submit"
              formAction="?refuse"
              className={`${buttonStyle(content.action === undefined ? 'danger' : 'secondary', 'large')} w-full`}
            >
              {content.refusal}
            </button>
          )}
        </form>
      ) : (
        <a href={content.next.href} className={`${buttonStyle('primary', 'large')} mt-6 w-full`}>
          {content.next.label}
        </a>
      )}
    </PlainDocument>
  );
}

interface OtherAccountProps {
  signedInAs: string;
  /** The invited address, if the link is an invitation. */
  joinsAs: string | undefined;
}

function OtherAccount({ signedInAs, joinsAs }: OtherAccountProps) {
  return (
    <p className="mt-5 flex gap-2.5 rounded-control bg-warning-surface p-3.5 text-left text-sm text-warning">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        This browser is signed in as <strong className="wrap-anywhere">{signedInAs}</strong>, which is another account.{' '}
        {joinsAs ? (
          <>
            You would join as <strong className="wrap-anywhere">{joinsAs}</strong>. To join with the other account, ask
            for an invitation to its address.
          </>
        ) : (
          'Continue only if this link is yours.'
        )}
      </span>
    </p>
  );
}
