import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { hashToken } from '../../crypto/secrets.ts';
import { createBrowserCookie } from './browser-cookie.ts';

/** Creates a browser that stores the cookie. */
function browser(https = true) {
  const cookies: Record<string, string> = {};
  const set: Record<string, unknown>[] = [];
  const reply = {
    setCookie(name: string, value: string, attributes: object) {
      cookies[name] = value;
      set.push({ name, ...attributes });
    },
  } as unknown as FastifyReply;
  const request = { cookies } as unknown as FastifyRequest;
  return { cookies, set, request, reply, cookie: createBrowserCookie({ https }) };
}

it('marks a browser for ten minutes, and recognises it', () => {
  const { cookies, request, reply, cookie } = browser();
  expect(cookie.hashOf(request)).toBeUndefined();
  const hash = cookie.mark(request, reply);
  expect(Object.values(cookies)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(cookie.hashOf(request)).toEqual(hash);
  expect(hash).toEqual(hashToken(Object.values(cookies)[0] ?? ''));
});

it('keeps the mark of a browser when it asks again', () => {
  const { set, request, reply, cookie } = browser();
  expect(cookie.mark(request, reply)).toEqual(cookie.mark(request, reply));
  expect(set).toHaveLength(2);
});

it.each([
  [true, '__Host-nameplate-sign-in'],
  [false, 'nameplate-sign-in'],
])('hides the mark from scripts and other sites, and with https: %s names it %s', (https, name) => {
  const { set, request, reply, cookie } = browser(https);
  cookie.mark(request, reply);
  expect(set).toEqual([{ name, path: '/', httpOnly: true, sameSite: 'strict', secure: https, maxAge: 600 }]);
});

it.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`])(
  'replaces the mark %j, which we never issue',
  (value) => {
    const { cookies, request, reply, cookie } = browser();
    cookies['__Host-nameplate-sign-in'] = value;
    expect(cookie.hashOf(request)).toBeUndefined();
    cookie.mark(request, reply);
    expect(Object.values(cookies)).not.toEqual([value]);
  },
);
