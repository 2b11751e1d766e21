import type { UseFormReturn } from 'react-hook-form';
import type { Price } from '../../contract/plans.ts';
import { formatDollars } from '../lib/prices.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { EmailInput } from '../ui/email-input.tsx';
import { Field } from '../ui/field.tsx';

interface EmailStepProps {
  form: UseFormReturn<{ email: string }>;
  price: Price;
  onEmail: (email: string) => void;
}

/** Asks whose handle it will be. It goes on only with something that can be an address. */
export function EmailStep({ form: { register, handleSubmit, watch }, price, onEmail }: EmailStepProps) {
  const { price_yearly_usd_now: now, price_yearly_usd_full: full } = price;
  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => onEmail(email.trim()))}>
      <Field label="Your email" help="Please double-check your email: the handle and its receipt go there.">
        {(control) => (
          <EmailInput
            {...control}
            {...register('email', { required: true, validate: (email) => email.includes('@') })}
          />
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
        <Button type="submit" variant="brand" disabled={!watch('email').trim().includes('@')}>
          Continue to Payment
        </Button>
      </DialogActions>
    </form>
  );
}
