import { domainOf, parseAddress } from '../../contract/addresses.ts';
import { ERRORS } from '../../contract/errors.ts';
import { GUARANTEE } from '../../contract/payments/paid-years.ts';
import type { Price } from '../../contract/payments/plans.ts';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { EmailInput } from '../ui/form/email-input.tsx';
import { Field } from '../ui/form/field.tsx';
import type { Form } from '../ui/form/use-form.ts';
import { formatDollars } from './shared/prices.ts';

interface EmailStepProps {
  form: Form<{ email: string }>;
  price: Price;
  /** The email that the server rejected, and the reason. */
  rejected: { email: string; reason: string } | null;
}

/** Asks for the owner's email. */
export function EmailStep({ form: { values, errors, form, input }, price, rejected }: EmailStepProps) {
  const typed = values.email.trim();
  const { price_yearly_usd_now: now, price_yearly_usd_full: full } = price;
  return (
    <DialogForm
      {...form}
      submit={{ variant: 'brand', disabled: !typed.includes('@'), children: 'Continue to Payment' }}
    >
      <Field
        label="Your email"
        help="Please double-check your email: the handle and its receipt go there."
        error={errors.email ?? (typed === rejected?.email ? rejected.reason : undefined)}
      >
        {(control) => <EmailInput {...control} {...input('email')} />}
      </Field>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-2 text-sm text-soft tabular-nums">
        <strong className="text-lg font-bold text-text">{formatDollars(now)}</strong>
        {now < full && (
          <s>
            <span className="sr-only">instead of </span>
            {formatDollars(full)}
          </s>
        )}
        <span>for one year. {GUARANTEE}.</span>
      </p>
    </DialogForm>
  );
}

/** Returns why an address cannot own a handle, by the same rules as the server. */
export function emailProblem(text: string, mailDomain: string): string | undefined {
  const email = parseAddress(text);
  if (email === null) return 'Please enter a valid email address';
  return domainOf(email) === mailDomain ? ERRORS.own_domain[1] : undefined;
}
