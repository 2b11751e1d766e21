import './landing.css';
import { Link } from 'react-router';
import type { Site } from '../../contract/documents.ts';
import { days } from '../../contract/kept-days.ts';
import { pages } from '../../contract/paths.ts';
import { includesFeature } from '../../contract/payments/features.ts';
import { useSite } from '../api/site.ts';
import { RetentionChapter } from './retention-chapter.tsx';
import { type Addition, type Chapter, TextPage } from './text-page.tsx';

const ADDITIONS: Addition[] = [
  {
    day: '22 November 2026',
    text: 'Passkeys, sending from a handle, contacts and automatic replies, teams, reports of mail providers, messages to support, numbers of visits (2, 4, 6, 9).',
  },
  {
    day: '23 November 2026',
    text: 'Sign-in codes, the parts and the look of a page, imported pages, checked links, forms and email lists, reports about pages (2, 6, 9).',
  },
  {
    day: '24 November 2026',
    text: 'Stored answers of support (2). What administrators may look at, and that each look is recorded (6).',
  },
];

/** `/privacy` */
export function PrivacyPage() {
  return (
    <TextPage
      title="Privacy Policy"
      updated="January 2025"
      additions={ADDITIONS}
      lead="We pass on your mail and show your page. For that we need little, we keep it no longer than necessary, and we sell none of it."
      chapters={chapters(useSite())}
    />
  );
}

function chapters({ name, host, mailDomain, paidPlans = true, commonFeatures }: Site): Chapter[] {
  return [
    {
      id: 'scope',
      title: 'What this policy covers',
      body: (
        <p>
          This policy explains what personal data {name} handles when you visit {host}, claim a handle, look at
          somebody's page, or send an email to an address at {mailDomain}. It goes together with our{' '}
          <Link to={pages.terms()}>Terms of Service</Link>.
        </p>
      ),
    },
    {
      id: 'collect',
      title: 'What we collect',
      body: (
        <ul>
          <li>
            <b>Your account:</b> the email address you sign in with, and when it was created and confirmed. While you
            are signed in, we also keep the kind of browser and the shortened network address of each sign-in, so that
            you can recognise a stranger's. We keep the public part of any passkeys you add, the fact that you asked for
            a sign-in email and, for {days('wrongCodes')}, how many wrong codes were typed for it.
          </li>
          <li>
            <b>Your handles:</b> their names, plans, and the addresses their mail is forwarded to.
          </li>
          <li>
            <b>Your page:</b> what you choose to put on it, such as a display name, a bio, pictures and links. That
            includes its other parts, their order, and the colours, the font and the background of its look. Parts that
            you hide, or show only at a later time, are stored but not shown to visitors. Your account also remembers
            whether you have finished or hidden the first steps.
          </li>
          <li>
            <b>Pages that you import:</b> your browser reads the file or the text itself. We receive only the links that
            you choose to import.
          </li>
          <li>
            <b>Checks of links:</b> when you save your links, and when our list of domains that pages may not link to
            changes, we compare the domains of your links with that list on our own servers. The result is not stored,
            and nobody else learns of it. You see which links are hidden for that reason.
          </li>
          <li>
            <b>Delivery logs:</b> for each message that reaches your handle or leaves from it, its time, sender,
            recipient, subject, size and outcome.
          </li>
          <li>
            <b>Sending from a handle:</b> for each app password, its name, and when and from which shortened network
            address it was last used; how many recipients you wrote to in the last days; and recipients whose mailbox
            does not exist.
          </li>
          <li>
            <b>People who write to a handle:</b> for handles
            {commonFeatures && includesFeature(commonFeatures, 'sending') ? '' : ' on paid plans'}, the addresses and
            names of people who wrote to you, to whom you write or who are named in such mail, with the reply addresses
            that stand for them, as your list of contacts; the numbers of messages that you reply to through us, so that
            both sides see one conversation; the text of your automatic reply, and who got it, and when.
          </li>
          <li>
            <b>Teams:</b> who is a member of a handle or invited to it, in which role, the inbox where a member receives
            its mail, and who changed what.
          </li>
          <li>
            <b>Reports:</b> statistics about our mail that other mail providers send us, and their notice when somebody
            marks a message as spam. From such a notice we keep the handle and the message it concerns and the domain of
            the recipient, but none of its text.
          </li>
          <li>
            <b>Messages to support:</b> what you write to us, the handle it is about, what we answer, and, if you attach
            them, the handle's latest delivery problems.
          </li>
          <li>
            <b>Forms on public pages:</b> a message that you write in the contact form of a page is sent to the owner of
            that page by email, with the name and the address that you typed; we keep it only until it is delivered. For
            an email list we keep your address, what you agreed to, when you entered the address and when you confirmed
            it. The owner of the page sees all of that. To limit abuse, we remember for {days('limitedUses')} from which
            network and with which address a form was sent.
          </li>
          <li>
            <b>Reports about pages:</b> when you report a page, the reason, your text and the address of the link that
            you name, and your email address if you want an answer. Administrators of this site see them, and the owner
            of the page never does. We delete your email address {days('reporters')} after the decision and the report
            after {days('pageReports')}. For {days('limitedUses')} we remember from which network a page was reported.
            About a reported page we keep our decision, the reason we gave its owner, their appeal, and the address of a
            part that we hid, for {days('pageReports')} after the last decision. Administrators and the owner of the
            page see this. Administrators learn by email how many reports and appeals are waiting.
          </li>
          <li>
            <b>Visits to public pages:</b> numbers by page and day: views, visitors, clicks on links, the site that a
            visitor came from, the country and the kind of device. We derive the country from the network address and
            store neither the address nor anything that recognises a visitor on another day. A browser that sends Do Not
            Track or Global Privacy Control is not counted.
          </li>
          <li>
            <b>Technical data:</b> network addresses and browser details in short-lived logs, to prevent abuse.
          </li>
        </ul>
      ),
    },
    {
      id: 'use',
      title: 'What we use it for',
      body: (
        <p>
          To run your page and your address, to sign you in, to tell you about your account,
          {paidPlans && ' to take payments,'} to find faults, and to protect everybody from spam and fraud. We don't
          build profiles of you and show no advertisements.
        </p>
      ),
    },
    {
      id: 'mail',
      title: 'The mail we forward',
      body: (
        <>
          <p>
            Mail passes through our system on its way to your inbox. It is examined only by machine, to verify its
            sender and to recognise abuse. Nobody reads it. When your inbox can't take a message immediately, we store
            it until it can, for a few days at most, and delete it as soon as it is delivered or returned. Senders don't
            learn your real address from us.
          </p>
          <p>
            Mail that you send from your handle goes the same way in the other direction. We store it until it is
            delivered or returned, and remove anything in its header that would show your network or your real inbox. A
            machine also searches each reply that you send through us for the address of your inbox, so that you do not
            reveal it by mistake.
          </p>
        </>
      ),
    },
    {
      id: 'payments',
      title: 'Payments',
      body: paidPlans ? (
        <p>
          Payments are handled by PayPal. We receive the payment's number, its amount and its state, and never see the
          number of your card or account. PayPal's own privacy statement applies to what you enter there.
        </p>
      ) : (
        <p>Handles are free here: we take no payments, and no payment provider gets data from us.</p>
      ),
    },
    {
      id: 'sharing',
      title: 'Whom we share it with',
      body: (
        <>
          <p>
            What you put on your page is public: that is its purpose. The address of your handle is shown there unless
            you switch it off.
          </p>
          <p>
            When you use a form on somebody's page, its owner, and the managers of a team, get what you entered there.
            What they do with it is up to them: they, not we, write to the people on their email list.
          </p>
          <p>
            The members of a team, and people who offer or accept a handle, see each other's email addresses. Managers
            and the owner see who changed what, and the mail settings and delivery log of the handle.
          </p>
          <p>
            Administrators of this site may look at the delivery log of a handle, to find out why a message did not
            arrive. Each look is recorded, with the administrator and the handle.
          </p>
          <p>
            Beyond that we share data only with those who run parts of the service for us under contract (hosting
            {paidPlans && ', payments'}), with the mail providers a message passes through, and with authorities where
            the law requires it. We sell none of it.
          </p>
        </>
      ),
    },
    {
      id: 'cookies',
      title: 'Cookies and local storage',
      body: (
        <>
          <p>We set {paidPlans ? 'four' : 'three'} cookies, none of which follows you around:</p>
          <ul>
            <li>When you sign in, one keeps you signed in.</li>
            <li>
              When you ask to sign in, another one makes the code and the passkey work only in your browser, for ten
              minutes.
            </li>
            <li>
              A third one remembers, for a long time and even after you sign out, that this browser has signed in to
              your account before. It protects you from people who ask for sign-in links in your name, and signs nobody
              in.
            </li>
            {paidPlans && (
              <li>When you begin to pay for a handle, one keeps that handle for your browser for 15 minutes.</li>
            )}
          </ul>
          <p>
            The local storage of your browser remembers whether you prefer the light or the dark theme
            {paidPlans && ', and for a moment after a payment that you want to sign in'}. Public pages set no cookies,
            run no scripts and load nothing from trackers.
            {paidPlans && ' During a payment PayPal sets its own cookies.'} Until you close the tab, its session storage
            remembers how far you scrolled.
          </p>
        </>
      ),
    },
    {
      id: 'security',
      title: 'How we protect it',
      body: (
        <p>
          Connections are encrypted, and mail is encrypted in transit wherever the other side can do so. Your account
          has no password that could leak: links for signing in work once, for a short time, and only their fingerprints
          are stored. Since they are sent to your inbox, it deserves good protection; we recommend the optional
          two-factor authentication that most mail providers offer. We also store only fingerprints of the app passwords
          with which mail programs send from a handle. App passwords cannot sign in to your account, and you can revoke
          each one immediately. If we learn of a breach that concerns you, we tell you without delay.
        </p>
      ),
    },
    {
      id: 'retention',
      title: 'How long we keep it, and your rights',
      body: <RetentionChapter />,
    },
    {
      id: 'contact',
      title: 'Children, changes and contact',
      body: (
        <>
          <p>
            The service is for ages 13 and up. We don't knowingly keep data of younger children, and we delete such data
            when we learn of it.
          </p>
          <p>When this policy changes, we publish the new one here and, where the change matters, tell you by email.</p>
          <p>
            Write to <a href={`mailto:postmaster@${mailDomain}`}>postmaster@{mailDomain}</a> about anything that
            concerns your privacy. Privacy inquiries get a reply within 48 hours.
          </p>
        </>
      ),
    },
  ];
}
