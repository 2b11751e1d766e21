import type { Site } from '../../../contract/documents.ts';
import { GUARANTEE } from '../../../contract/payments/paid-years.ts';
import { type Question, Questions } from '../questions.tsx';
import { replyNote } from '../reply-note.ts';
import { Section } from '../section.tsx';
import { textsOf } from './section-texts.ts';

export function Faq({ site }: { site: Site }) {
  const { headline, introduction, questions } = textsOf(site.landing.faq);
  return (
    <Section id="faq" title={headline ?? 'Questions, answered'} lead={introduction}>
      <Questions questions={questions ?? standardQuestions(site)} />
    </Section>
  );
}

function standardQuestions(site: Site): Question[] {
  return [
    {
      question: 'How does email forwarding work?',
      answer: `Mail to your handle at ${site.mailDomain} is passed on to the inbox you chose, immediately and as it was sent. You read and keep it where you always do. There is no new mailbox to check and no app to install.`,
    },
    {
      question: 'Will people see my real email address?',
      answer: `No. They see only your handle. ${replyNote(site)} Your real address appears neither on your page nor in the messages we send back to senders, not even when a message can’t be delivered.`,
    },
    {
      question: 'Can I change my mind later?',
      answer: `Any time. Point your handle to another inbox whenever you like; the old one keeps receiving mail until the new one is confirmed.${
        site.paidPlans === false
          ? ''
          : ` Paid handles come with a ${GUARANTEE}: sign in, open Support and choose “Refund”.`
      }`,
    },
  ];
}
