import { Plus } from 'lucide-react';

export interface Question {
  question: string;
  answer: string;
}

/** A list of questions. The browser keeps one open at a time, because the elements share a name; no script is needed. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
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
          <p className="px-5 pb-5 text-pretty whitespace-pre-line text-soft">{answer}</p>
        </details>
      ))}
    </div>
  );
}
