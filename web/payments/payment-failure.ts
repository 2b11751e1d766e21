import { ApiError } from '../api/error.ts';

/** Why a payment did not end well, for the person. */
export interface PaymentFailure {
  words: string;
  /** A second sentence, where the first is not all there is to know. */
  detail?: string | undefined;
  /** Whether the approved payment may still go through: paying once more would be wrong. */
  unfinished: boolean;
  /** What has to change before another try can succeed; nothing, if left out. */
  mend?: 'email' | 'price' | 'handle' | undefined;
}

export const PAYMENT_FAILED = 'Payment failed. Please try again.';
const NOTHING_LOST =
  'Nothing is lost: if PayPal took the money, we finish this by ourselves or give it all back, and mail you either way.';

/** Answers after which paying is worth another try; the server's words say more than that. */
const TRY_AGAIN = new Set(['payment_declined', 'payment_open', 'payments_unavailable', 'too_many_requests']);
/** Answers that leave open what becomes of an approved payment. */
const OPEN = new Set([
  'payment_pending',
  'payment_unsettled',
  'payments_unavailable',
  'too_many_requests',
  'unexpected',
  'unavailable',
]);
/** Those of them that tell the person all there is to know. */
const TELLING = new Set(['payment_pending', 'payment_unsettled', 'payments_unavailable']);

/** Refusals of an order that the same order would meet again. */
const MEND: Record<string, PaymentFailure['mend']> = {
  email_invalid: 'email',
  own_domain: 'email',
  too_many_orders: 'email',
  price_changed: 'price',
  plan_mismatch: 'price',
  handle_taken: 'handle',
  handle_reserved: 'handle',
  handle_invalid: 'handle',
};

/** Nothing was approved: PayPal did not load, the order was refused, or PayPal's window failed. */
export function orderFailure(error: unknown): PaymentFailure {
  return { words: PAYMENT_FAILED, detail: saidBy(error), unfinished: false, mend: mendOf(error) };
}

function mendOf(error: unknown): PaymentFailure['mend'] {
  // The only field of an order that a person types.
  if (error instanceof ApiError && error.fieldErrors.some(({ path }) => path === 'email')) return 'email';
  return MEND[codeOf(error)];
}

/** Approved, but taking the money did not end well. */
export function captureFailure(error: unknown): PaymentFailure {
  const unfinished = isOpen(error);
  const { words, detail } = paymentWords(error);
  return { words, detail: detail ?? (unfinished && !isTelling(error) ? NOTHING_LOST : undefined), unfinished };
}

/** Paid, but what was paid for did not come. */
export function registrationFailure(error: unknown, what: 'registration' | 'renewal'): PaymentFailure {
  const unfinished = isOpen(error);
  const failed = `Failed to complete ${what}`;
  const words = saidBy(error) ?? (error instanceof ApiError ? failed : `${failed}. Please contact support.`);
  return { words, detail: unfinished && !isTelling(error) ? NOTHING_LOST : undefined, unfinished };
}

function paymentWords(error: unknown): { words: string; detail: string | undefined } {
  const said = saidBy(error);
  if (said === undefined) return { words: PAYMENT_FAILED, detail: undefined };
  return TRY_AGAIN.has(codeOf(error)) ? { words: PAYMENT_FAILED, detail: said } : { words: said, detail: undefined };
}

const codeOf = (error: unknown) => (error instanceof ApiError && error.code) || '';
const saidBy = (error: unknown) => (error instanceof ApiError ? error.serverMessage : undefined);
const isTelling = (error: unknown) => TELLING.has(codeOf(error));

/** No answer, or one without a code of ours, proves nothing either. */
function isOpen(error: unknown): boolean {
  const code = codeOf(error);
  return code === '' || OPEN.has(code);
}
