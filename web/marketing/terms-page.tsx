import { GUARANTEE_DAYS, LOCK_YEARS } from '../../contract/payments/paid-years.ts';
import './landing.css';
import type { ReactNode } from 'react';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { useSite } from '../api/site.ts';
import { LegalLink } from './legal-link.tsx';
import { type Addition, type Chapter, TextPage } from './text-page.tsx';

const ADDITIONS: Addition[] = [
  {
    day: '22 November 2026',
    text: 'Teams and handles that change hands (2). Sending and automatic replies (4). Handles that were handed over, and refunds (5).',
  },
  {
    day: '23 November 2026',
    text: 'Forms and email lists, reports about pages and appeals, links that are refused (3). The status page (6). Imported content (7).',
  },
  {
    day: '24 November 2026',
    text: 'The mail that we keep while your inbox is down (6). Notices of price changes, and refunds (5).',
  },
];

/** `/tos` and `/terms`. */
export function TermsPage({ versions }: { versions?: ReactNode }) {
  return (
    <TextPage
      title="Terms of Service"
      updated="January 2025"
      additions={ADDITIONS}
      lead="These terms say what you may expect of us and what we expect of you. We have kept them short so that you can read them."
      chapters={chapters(useSite())}
      versions={versions}
    />
  );
}

function chapters({ name, host, mailDomain }: Site): Chapter[] {
  return [
    {
      id: 'agreement',
      title: 'Your agreement with us',
      body: (
        <>
          <p>
            {name} ("we") runs the service at {host}. By claiming a handle or using the service in any other way you
            accept these terms. If you do so for an organisation, you confirm that you may accept them on its behalf.
          </p>
          <p>
            How we treat your data is described in our <LegalLink kind="privacy" />, which is part of this agreement.
          </p>
        </>
      ),
    },
    {
      id: 'handle',
      title: 'Your handle and your account',
      body: (
        <>
          <p>
            A handle has 1 to 30 characters: letters, numbers, hyphens and dots. Its length decides its plan. Handles go
            to whoever claims them first. Some are reserved, such as names that mail systems or certificate authorities
            rely on.
          </p>
          <p>
            Your account is the email address you claimed your handle with. Sign-in links are sent there, so whoever
            reads that inbox can manage your handles. Keep it safe, and keep it up to date.
          </p>
          <p>
            You receive the right to use a handle for as long as your plan lasts. You can hand it over to another
            account, which must accept it. That account then has all rights to the handle, and you have none. You may
            not sell it on, and we may take it back where it infringes a trademark or impersonates somebody else.
          </p>
          <p>
            Plans that include teams let you invite others to your handle. You are responsible for what they do there,
            and you can remove them at any time.
          </p>
        </>
      ),
    },
    {
      id: 'use',
      title: 'Acceptable use',
      body: (
        <>
          <p>Please use the service lawfully and considerately. In particular, you may not use it to:</p>
          <ul>
            <li>send, receive or promote spam, phishing, malware or fraud;</li>
            <li>send bulk mail, or mail to people who did not ask for it and have no reason to expect it;</li>
            <li>pretend to be another person or organisation;</li>
            <li>publish unlawful, hateful or sexually exploitative material, or links to it;</li>
            <li>claim handles in bulk or by machine, or to keep them from others;</li>
            <li>probe, overload or get around the limits of the service.</li>
          </ul>
          <p>
            With the contact form and the email list of a page, write to people only about what they asked for. You may
            write to those on your list because they agreed to the text that your page showed them: keep to it, put the
            unsubscribe link of the export into every email, and stop when they ask you to.
          </p>
          <p>
            Report abuse to <a href={`mailto:abuse@${mailDomain}`}>abuse@{mailDomain}</a>.
          </p>
          <p>
            Every page also has a link to report it. A person looks at each report. We may hide a part of a page, ask
            its owner to change it or suspend the handle; the owner then learns the reason, and can appeal once within
            six months. Please report only what you believe to be true.
          </p>
          <p>
            A part that we hid cannot be shown again unless an appeal succeeds; you can remove it or put something else
            in its place. Links to domains that are known for abuse are refused, and hidden when a domain becomes known
            later. Your page marks them for you, and you can ask us to look at them again.
          </p>
        </>
      ),
    },
    {
      id: 'forwarding',
      title: 'Email forwarding',
      body: (
        <>
          <p>
            Mail to your handle at {mailDomain} is passed on to the inbox that you chose and confirmed. Only confirm an
            inbox that is yours. The number of handles that one inbox may receive depends on your plan.
          </p>
          <p>
            We refuse mail that is malformed, too large or refused by your inbox, and tell its sender so. We cannot
            promise that your provider accepts what we pass on, or where it files it. Don't use a handle as the only way
            to reach you where lives or large sums depend on it.
          </p>
          <p>
            Plans that include sending let you write and reply from your handle, in person and on your own behalf. The
            number of recipients per hour and per day is limited by plan, and lower in the first week; the limits are
            shown beside your handle. Nothing is sent to a mailbox that was found not to exist. When too many messages
            bounce, or recipients complain, we pause the sending of that handle and tell you why; you can resume it
            yourself once you know the reason, unless an administrator paused it. Automatic replies go once to each
            person in the days you choose, and to nobody who cannot be verified. If a handle is not renewed, its sending
            and automatic replies stop, and we keep what you set up for as long as you can renew it. Keep app passwords
            to yourself: what is sent with one counts as sent by you.
          </p>
        </>
      ),
    },
    {
      id: 'payment',
      title: 'Prices, payments and refunds',
      body: (
        <>
          <p>
            Free handles cost nothing. Paid plans are paid once for each year, in US dollars, through our payment
            provider. A payment is not renewed without you.
          </p>
          <p>
            Changes to our prices come with a 30-day notice: we announce them at least 30 days before they take effect.
            The price of a handle that you already have is locked for {LOCK_YEARS} years from the day you bought it.
          </p>
          <p>
            Those who have a handle of the plan receive the notice by email, and until it ends they renew at the old
            price. A new handle costs the price that we show when you order it. A lower price applies immediately.
          </p>
          <p>
            If you change your mind within {GUARANTEE_DAYS} days of buying a handle, we give you your money back, and
            you give up the handle. Ask for it on the support page, with the topic “Refund”, or write to{' '}
            <a href={`mailto:postmaster@${mailDomain}`}>postmaster@{mailDomain}</a>. A handle that you have handed over
            cannot be returned.
          </p>
        </>
      ),
    },
    {
      id: 'availability',
      title: 'Availability of the service',
      body: (
        <p>
          We aim for 99.9% uptime in each calendar month, planned maintenance aside; the{' '}
          <a href={pages.status()}>status page</a> shows what we measured. While your inbox is down, we keep mail whose
          sender we could verify and try again for days; the servers of other senders are asked to try again. We may
          change, add or remove features; where a change takes away something you paid for, we tell you beforehand and
          refund the rest of your year if you ask.
        </p>
      ),
    },
    {
      id: 'content',
      title: 'Your content',
      body: (
        <p>
          What you put on your page stays yours. You allow us to store it, to adapt its format and to show it, as far as
          running your page requires. You are responsible for having the rights to it, even when you import it from a
          page elsewhere. We may remove content that breaks these terms or the law.
        </p>
      ),
    },
    {
      id: 'ending',
      title: 'Ending this agreement',
      body: (
        <p>
          You may stop at any time and delete your account. We may suspend or end your use when you break these terms,
          after a warning where one is reasonable. A handle that was given up is not handed out again immediately, so
          that mail meant for its former owner does not reach somebody else.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'Liability, changes and contact',
      body: (
        <>
          <p>
            The service is provided as it is. As far as the law allows, we are not liable for indirect damage or lost
            profit, and in total for no more than what you paid us in the twelve months before. Nothing here limits
            rights that you have as a consumer.
          </p>
          <p>
            When we change these terms we publish the new ones here and, where the change matters, write to you 30 days
            before. If you continue to use the service after that, you agree to them.
          </p>
          <p>
            Questions? Write to <a href={`mailto:postmaster@${mailDomain}`}>postmaster@{mailDomain}</a>.
          </p>
        </>
      ),
    },
  ];
}
