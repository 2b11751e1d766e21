import type { UseFormReturn } from 'react-hook-form';
import { domainOf, parseAddress } from '../../contract/addresses.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { Price } from '../../contract/payments/plans.ts';
import { useSite } from '../api/site.ts';
import { DialogActions } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { EmailInput } from '../ui/form/email-input.tsx';
import { Field } from '../ui/form/field.tsx';
import { formatDollars } from './shared/prices.ts';

interface EmailStepProps {
  form: UseFormReturn<{ email: string }>;
  price: Price;
  onEmail: (email: string) => void;
  /** The email that the server rejected, and the reason. */
  rejected: { email: string; reason: string } | null;
}

/** Asks for the owner's email and validates it as the server does. */
export function EmailStep({ form, price, onEmail, rejected }: EmailStepProps) {
  const { register, handleSubmit, watch, formState } = form;
  const { mailDomain } = useSite();
  const typed = watch('email').trim();
  const { price_yearly_usd_now: now, price_yearly_usd_full: full } = price;
  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => onEmail(email.trim()))}>
      <Field
        label="Your email"
        help="Please double-check your email: the handle and its receipt go there."
        error={formState.errors.email?.message ?? (typed === rejected?.email ? rejected.reason : undefined)}
      >
        {(control) => (
          <EmailInput {...control} {...register('email', { validate: (email) => validateEmail(email, mailDomain) })} />
        )}
      </Field>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-2 text-sm text-soft tabular-nums">
        <strong className="text-lg font-bold text-text">{formatDollars(now)}</strong>
        {now < full && (
          <s>
            <span className="sr-only">instead of </span>
            {formatDollars(full)}
          </s>
        )}
        <span>for one year. 30 days money-back guarantee.</span>
      </p>
      <DialogActions>
        <Button type="submit" variant="brand" disabled={!typed.includes('@')}>
          Continue to Payment
        </Button>
      </DialogActions>
    </form>
  );
}

function validateEmail(text: string, mailDomain: string): string | true {
  const email = parseAddress(text);
  if (email === null) return 'Please enter a valid email address';
  return domainOf(email) === mailDomain ? ERRORS.own_domain[1] : true;
}
