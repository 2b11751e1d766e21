import type { Question } from './questions.tsx';

/** What is good to know before one starts. */
export const FACTS = [
  {
    title: 'You confirm your inbox first',
    words:
      'We send a link to the address you name, and forward nothing before you have followed it. The link works for 24 hours. When you change the address, mail goes on to the old one until the new one is confirmed.',
  },
  {
    title: 'Your address stays private',
    words: 'Senders see your handle. Even a failure notice names the handle, never the inbox behind it.',
  },
  {
    title: 'How many, how large',
    words:
      'One inbox can receive 2 Free handles, 5 Plus handles, and as many Deluxe and Vanity ones as you like. A mail may have up to 25 MB, attachments included.',
  },
  {
    title: 'Works with every provider',
    words: 'Gmail, Outlook, iCloud, your company or your own server: if it has an email address, we can forward to it.',
  },
];

/** What is stored, and for how long. */
export const RETENTION = [
  {
    what: 'A mail on its way',
    words: 'Passed on while its sender waits, and gone from here once you have it.',
    long: 'Seconds',
  },
  {
    what: 'A mail your inbox can’t take just now',
    words: 'Stored until your provider takes it. If it never does, its sender is told.',
    long: 'Up to 5 days',
  },
  {
    what: 'The delivery log',
    words: 'Time, sender, recipient, size and what became of it. Never what the mail says.',
    long: '90 days',
  },
  {
    what: 'Your real address',
    words: 'Needed to forward your mail, and shown to nobody else.',
    long: 'Until you remove it',
  },
];

/** Four abbreviations that decide whether a mail is believed. */
export const CHECKS = [
  {
    name: 'SPF',
    words:
      'Each domain publishes which servers may send for it. We look whether the one that knocks is on the list, and send on under an address of our own, so that the check holds at your inbox too.',
  },
  {
    name: 'DKIM',
    words:
      'A signature by the sender’s domain over the message. Since we change nothing that was signed, it still verifies when your provider looks at it.',
  },
  {
    name: 'DMARC',
    words:
      'What the sender’s domain wants done with mail that fails both. What is forged beyond doubt is refused before it reaches you; what is merely doubtful is delivered with a mark.',
  },
  {
    name: 'ARC',
    words:
      'Our sealed note of what we saw when the mail came in. A provider that knows us can rely on it where forwarding has broken something on the way.',
  },
];

export const QUESTIONS: Question[] = [
  {
    question: 'What happens when my inbox is down or full?',
    answer:
      'We keep the mail and try again, first after minutes, then less often, for up to 5 days. When it can’t be delivered after all, the sender gets a notice that names your handle only.',
  },
  {
    question: 'Why does a mail that I send to myself not come back?',
    answer:
      'Some providers, Gmail among them, hide a message that they have already seen in your Sent folder. Ask a friend to write to your handle, or send from another account.',
  },
  {
    question: 'Can I use plus addresses?',
    answer:
      'Yes. Whatever stands after a plus sign is yours to choose: handle+shop reaches the same inbox as handle, and tells you where the sender had the address from.',
  },
  {
    question: 'Will forwarded mail end up in my spam folder?',
    answer:
      'It is judged as if it had come straight from its sender, since it arrives unchanged and its signatures verify. If your provider gets one wrong, mark it as not spam once and it learns.',
  },
  {
    question: 'How do I stop it?',
    answer:
      'With one switch on your email screen; mail to your handle is then refused with a clear answer to its sender. Switch it on again whenever you like, or remove the address for good.',
  },
];
