import { ApiError } from '../api/error.ts';

/** A failed payment as shown to the buyer. */
export interface PaymentFailure {
  message: string;
  /** A second sentence with the reason or the next step. */
  detail?: string | undefined;
  /** True if the approved payment may still complete, so the buyer must not pay again. */
  unfinished: boolean;
  /** The part of the order to change before another attempt can succeed; undefined for none. */
  mustChange?: 'email' | 'price' | 'handle' | undefined;
}

export const PAYMENT_FAILED = 'Payment failed. Please try again.';
const OUTCOME_BY_EMAIL =
  'Nothing is lost: if PayPal took the money, we complete this automatically or refund all of it, and email you either way.';

/** Error codes after which another attempt can succeed. The server's message becomes the detail. */
const RETRYABLE = new Set([
  'payment_declined',
  'payment_open',
  'payments_unavailable',
  'too_many_requests',
  'overloaded',
]);
/** Error codes that leave the outcome of an approved payment unknown. */
const UNDECIDED = new Set([
  'payment_pending',
  'payment_unsettled',
  'payments_unavailable',
  'too_many_requests',
  'overloaded',
  'unexpected',
  'unavailable',
]);
/** Undecided codes whose message needs no further explanation. */
const SELF_EXPLANATORY = new Set(['payment_pending', 'payment_unsettled', 'payments_unavailable']);

/** Error codes that the same order would get again, with the part of the order to change. */
const REQUIRED_CHANGE: Record<string, PaymentFailure['mustChange']> = {
  email_invalid: 'email',
  own_domain: 'email',
  too_many_orders: 'email',
  price_changed: 'price',
  plan_mismatch: 'price',
  handle_taken: 'handle',
  handle_reserved: 'handle',
  handle_invalid: 'handle',
};

/** Describes a failure before approval: PayPal did not load, the order was refused, or PayPal's window failed. */
export function orderFailure(error: unknown): PaymentFailure {
  return {
    message: PAYMENT_FAILED,
    detail: serverMessageOf(error),
    unfinished: false,
    mustChange: requiredChange(error),
  };
}

function requiredChange(error: unknown): PaymentFailure['mustChange'] {
  // The email is the only field of an order that the buyer types.
  if (error instanceof ApiError && error.fieldErrors.some(({ path }) => path === 'email')) return 'email';
  return REQUIRED_CHANGE[codeOf(error)];
}

/** Describes a failed capture of an approved payment. */
export function captureFailure(error: unknown): PaymentFailure {
  const unfinished = isUndecided(error);
  const { message, detail } = captureText(error);
  return {
    message,
    detail: detail ?? (unfinished && !isSelfExplanatory(error) ? OUTCOME_BY_EMAIL : undefined),
    unfinished,
  };
}

/** Describes a failed completion of a captured payment. */
export function registrationFailure(error: unknown, kind: 'registration' | 'renewal'): PaymentFailure {
  const unfinished = isUndecided(error);
  const failed = `Failed to complete ${kind}`;
  const message = serverMessageOf(error) ?? (error instanceof ApiError ? failed : `${failed}. Please contact support.`);
  return { message, detail: unfinished && !isSelfExplanatory(error) ? OUTCOME_BY_EMAIL : undefined, unfinished };
}

function captureText(error: unknown): { message: string; detail: string | undefined } {
  const text = serverMessageOf(error);
  if (text === undefined) return { message: PAYMENT_FAILED, detail: undefined };
  return RETRYABLE.has(codeOf(error))
    ? { message: PAYMENT_FAILED, detail: text }
    : { message: text, detail: undefined };
}

const codeOf = (error: unknown) => (error instanceof ApiError && error.code) || '';
const serverMessageOf = (error: unknown) => (error instanceof ApiError ? error.serverMessage : undefined);
const isSelfExplanatory = (error: unknown) => SELF_EXPLANATORY.has(codeOf(error));

/** Reports whether the outcome is unknown: there was no response, or a response without one of our error codes. */
function isUndecided(error: unknown): boolean {
  const code = codeOf(error);
  return code === '' || UNDECIDED.has(code);
}
