import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/error.ts';
import { claimErrorText } from './free-claim-dialog.tsx';

describe('claimErrorText', () => {
  it('returns the message of the server', () => {
    const body = JSON.stringify({ code: 'handle_taken', message: 'Sorry, this handle is taken.' });
    expect(claimErrorText(new ApiError(409, 'Conflict', body))).toBe('Sorry, this handle is taken.');
  });
  it('returns a general text for an error response without a message', () => {
    expect(claimErrorText(new ApiError(502, 'Bad Gateway', '<html>'))).toBe('Failed to send magic link');
  });
  it('asks to try again if there was no response', () => {
    expect(claimErrorText(new TypeError('Failed to fetch'))).toBe('Failed to send magic link. Please try again.');
  });
});
