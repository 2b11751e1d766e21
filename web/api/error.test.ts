import { describe, expect, it } from 'vitest';
import { ApiError } from './error.ts';
import { errorText } from './error-text.ts';

describe('ApiError', () => {
  it('gives an API error the message "status: body" and the code and message of the body', () => {
    const body = JSON.stringify({ code: 'handle_taken', message: 'Sorry, this handle is taken.' });
    const error = new ApiError(409, 'Conflict', body);
    expect(error.message).toBe(`409: ${body}`);
    expect(error.code).toBe('handle_taken');
    expect(error.serverMessage).toBe('Sorry, this handle is taken.');
  });

  it('exposes valid field errors and ignores malformed ones', () => {
    const fieldErrors = [{ path: 'bio', message: 'Please use at most 500 characters.' }];
    const body = (errors: unknown) => JSON.stringify({ message: 'No.', errors });
    expect(new ApiError(400, '', body(fieldErrors)).fieldErrors).toEqual(fieldErrors);
    expect(new ApiError(400, '', body([...fieldErrors, null, { path: 'bio' }, 'text'])).fieldErrors).toEqual(
      fieldErrors,
    );
    expect(new ApiError(400, '', body('text')).fieldErrors).toEqual([]);
    expect(new ApiError(500, '', 'not even JSON').fieldErrors).toEqual([]);
  });

  it('uses the status text if the body is empty', () => {
    const error = new ApiError(503, 'Service Unavailable', '');
    expect(error.message).toBe('503: Service Unavailable');
    expect(error.serverMessage).toBeUndefined();
  });

  it.each(['<html>', 'null', '"text"', '{"message":42}', '{"message":""}'])(
    'returns no server message for the body %s',
    (body) => {
      expect(new ApiError(500, 'Oops', body).serverMessage).toBeUndefined();
    },
  );
});

describe('errorText', () => {
  it('prefers the message of the server', () => {
    expect(errorText(new ApiError(400, '', '{"message":"No."}'), 'Fallback')).toBe('No.');
  });
  it('returns the fallback for an error without a server message', () => {
    expect(errorText(new TypeError('Failed to fetch'), 'Fallback')).toBe('Fallback');
  });
});
