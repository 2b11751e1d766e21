import type { Site } from '../../contract/documents.ts';
import { type CommonFeatures, featurePlan } from '../../contract/payments/features.ts';
import { FORWARDERS_PER_INBOX } from '../../contract/payments/plans.ts';
import type { Question } from './questions.tsx';
import { replyNote } from './reply-note.ts';

function handlesPerInbox(common: CommonFeatures): string {
  const [free = 0, plus = 0] = (['Free', 'Plus'] as const).map(
    (plan) => FORWARDERS_PER_INBOX[featurePlan(plan, common)],
  );
  if (!Number.isFinite(free)) return 'as many handles';
  return `${free} Free handles, ${plus} Plus handles, and as many Deluxe and Vanity ones`;
}

/** The server that keeps a message while the inbox does not accept it: this one (mail/queue), or the sender's after a 4xx reply. */
const KEPT_FOR =
  'If we could verify the sender, we keep the mail and try again. We ask the servers of other senders to keep their mail and try again themselves.';

/** Facts about forwarding. */
export const FACTS = [
  {
    title: 'You confirm your inbox first',
    text: 'We send a link to the address you name, and forward nothing until you have followed it. The link works for 24 hours. When you change the address, the old one keeps receiving mail until the new one is confirmed.',
  },
  {
    title: 'Your address stays private',
    text: (site: Site) =>
      `Senders see your handle. Even a failure notice names the handle, never the inbox behind it. ${replyNote(site)}`,
  },
  {
    title: 'How many, how large',
    text: ({ commonFeatures }: Site) =>
      `One inbox can receive ${handlesPerInbox(commonFeatures)} as you like. A message may be up to 25 MB in size, attachments included.`,
  },
  {
    title: 'Works with every provider',
    text: 'Gmail, Outlook, iCloud, your company or your own server: if it has an email address, we can forward to it.',
  },
];

/** The kinds of stored data, with their retention. */
export const RETENTION = [
  {
    what: 'A message on its way',
    text: 'Passed on while its sender waits, and gone from here once you have it.',
    long: 'Seconds',
  },
  {
    what: 'A message your inbox can’t take just now',
    text: 'Stored until your provider accepts it, if we could verify the sender; otherwise it stays with the sender’s server. If it is never accepted, the sender is notified.',
    long: 'Up to 5 days',
  },
  {
    what: 'The delivery log',
    text: 'Time, sender, recipient, size and outcome. Never the content of the mail.',
    long: '90 days',
  },
  {
    what: 'Your real address',
    text: 'Needed to forward your mail. We show it to nobody but you and those who manage the handle with you.',
    long: 'Until you remove it',
  },
];

/** The authentication checks. */
export const CHECKS = [
  {
    name: 'SPF',
    text: 'Each domain publishes which servers may send for it. We check that the sending server is on the list, and forward with a return address of our own, so that the check also passes at your inbox.',
  },
  {
    name: 'DKIM',
    text: 'A signature by the sender’s domain over the message. Since we change nothing that was signed, it still verifies when your provider looks at it.',
  },
  {
    name: 'DMARC',
    text: 'The policy of the sender’s domain for mail that fails both. Mail that is certainly forged is refused before it reaches you; doubtful mail is delivered with a mark.',
  },
  {
    name: 'ARC',
    text: 'Our sealed record of the checks that we made when the mail came in. A provider that trusts us can rely on it if forwarding has broken another check.',
  },
];

export const QUESTIONS: Question[] = [
  {
    question: 'What happens when my inbox is down or full?',
    answer: `${KEPT_FOR} We try first after minutes, then less often, for up to 5 days. If it cannot be delivered at all, the sender gets a notice that names only your handle.`,
  },
  {
    question: 'Why does an email that I send to myself not come back?',
    answer:
      'Some providers, Gmail among them, hide a message that they have already seen in your Sent folder. Ask a friend to write to your handle, or send from another account.',
  },
  {
    question: 'Can I use plus addresses?',
    answer:
      'Yes. You choose the text after the plus sign: handle+shop reaches the same inbox as handle, and shows you where the sender got the address.',
  },
  {
    question: 'Will forwarded mail end up in my spam folder?',
    answer:
      'It is judged as if it had come straight from its sender, since it arrives unchanged and its signatures verify. If your provider gets one wrong, mark it as not spam once and it learns.',
  },
  {
    question: 'How do I stop it?',
    answer:
      'With one switch on your email screen; mail to your handle is then refused with a clear answer to its sender. Switch forwarding on again whenever you like, or remove the address permanently.',
  },
];
