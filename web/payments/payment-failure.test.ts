import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '../api/error.ts';
import { captureFailure, orderFailure, PAYMENT_FAILED, registrationFailure } from './payment-failure.ts';

function answer(code: ErrorCode): ApiError {
  const [status, message] = ERRORS[code];
  return new ApiError(status, '', JSON.stringify({ code, message }));
}
const withoutWords = new ApiError(502, 'Bad Gateway', '<html>');
const noAnswer = new TypeError('Failed to fetch');

describe('orderFailure', () => {
  it('asks to try again when PayPal or its window fails', () => {
    for (const error of [noAnswer, withoutWords, new Error('PayPal did not load')]) {
      expect(orderFailure(error)).toEqual({ words: PAYMENT_FAILED, detail: undefined, unfinished: false });
    }
  });
  it.each([
    ['payments_unavailable', undefined],
    ['handle_taken', 'handle'],
    ['own_domain', 'email'],
    ['price_changed', 'price'],
  ] as const)("adds the server's reason at %s, and what has to change: %s", (code, mend) => {
    expect(orderFailure(answer(code))).toEqual({
      words: PAYMENT_FAILED,
      detail: ERRORS[code][1],
      unfinished: false,
      mend,
    });
  });
  it('knows a rejected email by its field', () => {
    const body = { code: 'invalid_input', message: 'No.', errors: [{ path: 'email', message: 'No.' }] };
    expect(orderFailure(new ApiError(400, '', JSON.stringify(body)))).toMatchObject({ detail: 'No.', mend: 'email' });
  });
});

describe('captureFailure', () => {
  it('is over when PayPal declined', () => {
    expect(captureFailure(answer('payment_declined'))).toEqual({
      words: PAYMENT_FAILED,
      detail: ERRORS.payment_declined[1],
      unfinished: false,
    });
  });
  it.each(['payment_unsettled', 'payment_pending'] as const)('never asks to pay again at %s', (code) => {
    const failure = captureFailure(answer(code));
    expect(failure).toEqual({ words: ERRORS[code][1], detail: undefined, unfinished: true });
    expect(failure.words).toContain('do not pay again');
  });
  it('leaves open what became of it when there was no answer, and says that nothing is lost', () => {
    for (const error of [noAnswer, withoutWords]) {
      expect(captureFailure(error)).toMatchObject({ words: PAYMENT_FAILED, unfinished: true });
      expect(captureFailure(error).detail).toContain('Nothing is lost');
    }
  });
});

describe('registrationFailure', () => {
  it('shows what the server says; a refund ends it', () => {
    expect(registrationFailure(answer('handle_gone_refunded'), 'registration')).toEqual({
      words: ERRORS.handle_gone_refunded[1],
      detail: undefined,
      unfinished: false,
    });
  });
  it('makes do without words, and says that nothing is lost', () => {
    const proxy = registrationFailure(withoutWords, 'registration');
    expect(proxy.words).toBe('Failed to complete registration');
    const silence = registrationFailure(noAnswer, 'registration');
    expect(silence.words).toBe('Failed to complete registration. Please contact support.');
    for (const failure of [proxy, silence]) {
      expect(failure.detail).toContain('Nothing is lost');
      expect(failure.unfinished).toBe(true);
    }
  });
});
