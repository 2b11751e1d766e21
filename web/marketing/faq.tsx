import { Plus } from 'lucide-react';
import type { Site } from '../../contract/documents.ts';
import { Section } from './section.tsx';

/** Three questions. The browser keeps one open at a time, since they share a name; no script is needed. */
export function Faq({ site }: { site: Site }) {
  const questions = [
    {
      question: 'How does email forwarding work?',
      answer: `Mail to your handle at ${site.mailDomain} is passed on to the inbox you chose, at once and as it was sent. You read and keep it where you always do. There is no new mailbox to check and no app to install.`,
    },
    {
      question: 'Will people see my real email address?',
      answer:
        'No. They see your handle only. Your real address appears neither on your page nor in the messages we send back to senders, not even when a mail can’t be delivered.',
    },
    {
      question: 'Can I change my mind later?',
      answer:
        'Any time. Point your handle to another inbox whenever you like; mail goes on to the old one until the new one is confirmed. Paid handles come with a 30 days money-back guarantee.',
    },
  ];
  return (
    <Section id="faq" title="Questions, answered">
      <div className="mx-auto grid max-w-[44rem] gap-3">
        {questions.map(({ question, answer }, index) => (
          <details
            key={question}
            name="faq"
            open={index === 0}
            className="group rounded-card border border-border bg-surface shadow-soft open:bg-raised"
          >
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 rounded-card px-5 py-3.5 text-lg font-semibold select-none [&::-webkit-details-marker]:hidden">
              <h3 className="tracking-normal">{question}</h3>
              <Plus
                className="size-5 shrink-0 text-accent transition-transform duration-150 group-open:rotate-45"
                aria-hidden
              />
            </summary>
            <p className="px-5 pb-5 text-pretty text-soft">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
