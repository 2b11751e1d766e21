import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/error.ts';
import { claimErrorText } from './free-claim-dialog.tsx';

describe('claimErrorText', () => {
  it('shows what the server says', () => {
    const body = JSON.stringify({ code: 'handle_taken', message: 'Sorry, this handle is taken.' });
    expect(claimErrorText(new ApiError(409, 'Conflict', body))).toBe('Sorry, this handle is taken.');
  });
  it('makes do with an answer without words', () => {
    expect(claimErrorText(new ApiError(502, 'Bad Gateway', '<html>'))).toBe('Failed to send magic link');
  });
  it('asks to try again when there was no answer', () => {
    expect(claimErrorText(new TypeError('Failed to fetch'))).toBe('Failed to send magic link. Please try again.');
  });
});
