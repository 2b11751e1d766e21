import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '../api/error.ts';
import { captureFailure, orderFailure, PAYMENT_FAILED, registrationFailure } from './payment-failure.ts';

function apiError(code: ErrorCode): ApiError {
  const [status, message] = ERRORS[code];
  return new ApiError(status, '', JSON.stringify({ code, message }));
}
const withoutMessage = new ApiError(502, 'Bad Gateway', '<html>');
const noResponse = new TypeError('Failed to fetch');

describe('orderFailure', () => {
  it('shows a request to try again if PayPal or its window fails', () => {
    for (const error of [noResponse, withoutMessage, new Error('PayPal did not load')]) {
      expect(orderFailure(error)).toEqual({ message: PAYMENT_FAILED, detail: undefined, unfinished: false });
    }
  });
  it.each([
    ['payments_unavailable', undefined],
    ['handle_taken', 'handle'],
    ['own_domain', 'email'],
    ['price_changed', 'price'],
  ] as const)("adds the server's message for %s, and the part of the order to change: %s", (code, mustChange) => {
    expect(orderFailure(apiError(code))).toEqual({
      message: PAYMENT_FAILED,
      detail: ERRORS[code][1],
      unfinished: false,
      mustChange,
    });
  });
  it('asks for another email if the server rejects the field', () => {
    const body = { code: 'invalid_input', message: 'No.', errors: [{ path: 'email', message: 'No.' }] };
    expect(orderFailure(new ApiError(400, '', JSON.stringify(body)))).toMatchObject({
      detail: 'No.',
      mustChange: 'email',
    });
  });
});

describe('captureFailure', () => {
  it('reports a declined payment as finished', () => {
    expect(captureFailure(apiError('payment_declined'))).toEqual({
      message: PAYMENT_FAILED,
      detail: ERRORS.payment_declined[1],
      unfinished: false,
    });
  });
  it.each(['payment_unsettled', 'payment_pending'] as const)('never asks to pay again after %s', (code) => {
    const failure = captureFailure(apiError(code));
    expect(failure).toEqual({ message: ERRORS[code][1], detail: undefined, unfinished: true });
    expect(failure.message).toContain('do not pay again');
  });
  it('reports an unknown outcome without a response, and that nothing is lost', () => {
    for (const error of [noResponse, withoutMessage]) {
      expect(captureFailure(error)).toMatchObject({ message: PAYMENT_FAILED, unfinished: true });
      expect(captureFailure(error).detail).toContain('Nothing is lost');
    }
  });
});

describe('registrationFailure', () => {
  it('shows the message of the server for a refund and reports it as finished', () => {
    expect(registrationFailure(apiError('handle_gone_refunded'), 'registration')).toEqual({
      message: ERRORS.handle_gone_refunded[1],
      detail: undefined,
      unfinished: false,
    });
  });
  it('reports an unknown outcome without a message of the server, and that nothing is lost', () => {
    const proxy = registrationFailure(withoutMessage, 'registration');
    expect(proxy.message).toBe('Failed to complete registration');
    const silence = registrationFailure(noResponse, 'registration');
    expect(silence.message).toBe('Failed to complete registration. Please contact support.');
    for (const failure of [proxy, silence]) {
      expect(failure.detail).toContain('Nothing is lost');
      expect(failure.unfinished).toBe(true);
    }
  });
});
