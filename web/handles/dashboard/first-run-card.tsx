import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Confetti } from '../../ui/confetti.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import type { FirstRunStep } from './first-run-steps.ts';

interface FirstRunCardProps {
  steps: readonly FirstRunStep[];
  /** True if the handle has just been claimed. */
  celebrates: boolean;
  /** A small view of the page. */
  page: ReactNode;
  onDismiss: () => void;
  /** Sets the address of the account as inbox; undefined if it is not verified. */
  ownInbox: OwnInboxOffer | undefined;
}

/** The address of the account, offered as inbox. */
export interface OwnInboxOffer {
  address: string;
  busy: boolean;
  onTake: () => void;
}

/** The three steps for a new handle, beside a small view of the page. */
export function FirstRunCard({ steps, celebrates, page, onDismiss, ownInbox }: FirstRunCardProps) {
  const done = steps.filter((step) => step.done).length;
  const due = steps.find((step) => !step.done);
  return (
    <Card className="relative mb-6 grid animate-enter gap-x-8 sm:mb-8 md:grid-cols-[auto_minmax(0,1fr)]">
      {celebrates && <Confetti />}
      <div className="place-self-center max-md:hidden">{page}</div>
      <section aria-labelledby="first-run" className="min-w-0 self-center">
        <h2 id="first-run" className="pe-12 text-xl font-semibold wrap-anywhere sm:text-2xl">
          {celebrates ? 'It’s all yours!' : 'Make your page complete'}
        </h2>
        <div className="mt-2 flex items-center gap-3">
          <span aria-hidden className="flex gap-1">
            {steps.map((step, at) => (
              <span
                key={step.id}
                className={classNames('h-1.5 w-8 rounded-full', at < done ? 'bg-success' : 'bg-border')}
              />
            ))}
          </span>
          <p className="text-sm text-soft">
            {done} of {steps.length} done
          </p>
        </div>
        <ol className="mt-3 divide-y divide-border">
          {steps.map((step) => (
            <Step key={step.id} step={step} isDue={step === due}>
              {step.offersOwnInbox && ownInbox && (
                <button
                  type="button"
                  aria-disabled={ownInbox.busy}
                  onClick={ownInbox.onTake}
                  className="min-h-11 text-start text-sm font-semibold wrap-anywhere text-accent underline"
                >
                  Forward to {ownInbox.address}
                </button>
              )}
            </Step>
          ))}
        </ol>
      </section>
      <div className="absolute end-2 top-2">
        <Tooltip text="Hide">
          <button
            type="button"
            aria-label="Hide these steps"
            onClick={onDismiss}
            className="grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
          >
            <X className="size-5" aria-hidden />
          </button>
        </Tooltip>
      </div>
    </Card>
  );
}

interface StepProps {
  step: FirstRunStep;
  isDue: boolean;
  /** Shown below the text. */
  children?: ReactNode;
}

/** A step with the button that leads to it. The next step has the brand style. */
function Step({ step: { title, text, done, action, to }, isDue, children }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <span
        aria-hidden
        className={classNames(
          'grid size-7 shrink-0 place-items-center rounded-full [&_svg]:size-4',
          done ? 'bg-success-surface text-success' : 'border-2 border-dashed border-field',
        )}
      >
        {done && <Check />}
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <h3 className="font-semibold">
          {title}
          {done && <span className="sr-only">: done</span>}
        </h3>
        <p className="text-sm wrap-anywhere text-soft">{text}</p>
        {children}
      </div>
      {!done && (
        <Link to={to} className={`${buttonStyle(isDue ? 'brand' : 'secondary')} min-w-36 max-sm:mt-1 max-sm:w-full`}>
          {action}
        </Link>
      )}
    </li>
  );
}
