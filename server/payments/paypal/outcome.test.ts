import { describe, expect, it } from 'vitest';
import { errorResponse, noResponse, readReply } from './outcome.ts';

const failure = (cause?: object) => Object.assign(new TypeError('fetch failed'), { cause });

describe('a call without a response', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH'])(
    'was not done after %s, since nothing was sent',
    (code) => {
      for (const reads of [true, false]) {
        expect(noResponse(failure({ code }), reads)).toEqual({ kind: 'later', problem: `no response: ${code}` });
      }
    },
  );

  it.each([
    ['ECONNRESET', failure({ code: 'ECONNRESET', message: 'reset' })],
    ['other side closed', failure({ message: 'other side closed' })],
    ['TypeError', failure()],
    ['TypeError', failure({})],
  ])('may have been done after %s, unless it only reads', (name, error) => {
    const problem = `no response: ${name}`;
    expect(noResponse(error, false)).toEqual({ kind: 'unknown', problem });
    expect(noResponse(error, true)).toEqual({ kind: 'later', problem });
  });
});

describe('a response with an error status', () => {
  it.each([401, 408, 425, 429])('can be retried after the status %i', (status) => {
    expect(errorResponse(status, {}, false)).toEqual({ kind: 'later', problem: `status ${status}` });
  });

  it.each([400, 403, 404, 422, 499])('is final after the status %i', (status) => {
    expect(errorResponse(status, undefined, false)).toEqual({ kind: 'refused', issue: `STATUS_${status}` });
  });

  it.each([302, 399, 409, 500, 503])('may have been done after the status %i, unless it only reads', (status) => {
    expect(errorResponse(status, null, false)).toEqual({ kind: 'unknown', problem: `status ${status}` });
    expect(errorResponse(status, null, true)).toEqual({ kind: 'later', problem: `status ${status}` });
  });

  it.each([
    [
      { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }, { issue: 'X' }] },
      'INSTRUMENT_DECLINED',
    ],
    [{ name: 'RESOURCE_NOT_FOUND', details: [] }, 'RESOURCE_NOT_FOUND'],
    [{ name: 'RESOURCE_NOT_FOUND', details: [{ issue: 7 }] }, 'RESOURCE_NOT_FOUND'],
    [{ name: 'RESOURCE_NOT_FOUND', details: { 0: { issue: 'X' } } }, 'RESOURCE_NOT_FOUND'],
    [{ name: 7 }, undefined],
    ['<html>', undefined],
  ])('with the body %j has the reason %s', (body, issue) => {
    expect(errorResponse(422, body, false)).toEqual({ kind: 'refused', issue: issue ?? 'STATUS_422' });
    const problem = issue === undefined ? 'status 500' : `status 500 ${issue}`;
    expect(errorResponse(500, body, true)).toEqual({ kind: 'later', problem });
  });
});

describe('the text of a response', () => {
  const inParts = (...parts: string[]) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(stream) {
          for (const part of parts) stream.enqueue(new TextEncoder().encode(part));
          stream.close();
        },
      }),
    );

  it('reads a response of the maximum size', async () => {
    expect(await readReply(inParts('{"a"', ':"ü"}'), 10)).toBe('{"a":"ü"}');
    expect(await readReply(new Response(null), 10)).toBe('');
  });

  it('rejects a response above the maximum size, however it is split', async () => {
    await expect(readReply(inParts('{"a"', ':"ü"}'), 9)).rejects.toThrow('reply too long');
    await expect(readReply(inParts('x'.repeat(11)), 10)).rejects.toThrow('reply too long');
  });
});
