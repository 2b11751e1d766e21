import { describe, expect, it } from 'vitest';
import { ApiError } from './error.ts';
import { errorText } from './error-text.ts';

describe('ApiError', () => {
  it('reads "status: body" and exposes what the body says', () => {
    const body = JSON.stringify({ code: 'handle_taken', message: 'Sorry, this handle is taken.' });
    const error = new ApiError(409, 'Conflict', body);
    expect(error.message).toBe(`409: ${body}`);
    expect(error.code).toBe('handle_taken');
    expect(error.serverMessage).toBe('Sorry, this handle is taken.');
  });

  it('names the fields that are wrong, and nothing that is no fault of a field', () => {
    const faults = [{ path: 'bio', message: 'Please use at most 500 characters.' }];
    const body = (errors: unknown) => JSON.stringify({ message: 'No.', errors });
    expect(new ApiError(400, '', body(faults)).fields).toEqual(faults);
    expect(new ApiError(400, '', body([...faults, null, { path: 'bio' }, 'text'])).fields).toEqual(faults);
    expect(new ApiError(400, '', body('text')).fields).toEqual([]);
    expect(new ApiError(500, '', 'not even JSON').fields).toEqual([]);
  });

  it('names the status text where the body is empty', () => {
    const error = new ApiError(503, 'Service Unavailable', '');
    expect(error.message).toBe('503: Service Unavailable');
    expect(error.serverMessage).toBeUndefined();
  });

  it.each(['<html>', 'null', '"text"', '{"message":42}', '{"message":""}'])('makes nothing of the body %s', (body) => {
    expect(new ApiError(500, 'Oops', body).serverMessage).toBeUndefined();
  });
});

describe('errorText', () => {
  it('prefers the words of the server', () => {
    expect(errorText(new ApiError(400, '', '{"message":"No."}'), 'Fallback')).toBe('No.');
  });
  it('falls back for a failure without words', () => {
    expect(errorText(new TypeError('Failed to fetch'), 'Fallback')).toBe('Fallback');
  });
});
