import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../../../contract/time.ts';
import { createDeviceCookies } from './device-cookie.ts';

const SECRET = 'a secret of at least thirty-two characters';
const NEWER = 'another secret of more than thirty-two letters';

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
  const open = (...secrets: string[]) => createDeviceCookies({ https }, secrets);
  return { cookies, set, request, reply, open };
}

describe('the device cookie', () => {
  it('recognises the account of an earlier sign-in in any letter case, and no other account', () => {
    const { request, reply, open } = browser();
    open(SECRET).remember(request, reply, 'ann@inbox.example');
    expect(open(SECRET).deviceOf(request, 'ANN@inbox.example')).toMatch(/^[\w-]{16}$/);
    expect(open(SECRET).deviceOf(request, 'ben@inbox.example')).toBeUndefined();
    expect(open('x'.repeat(40)).deviceOf(request, 'ann@inbox.example')).toBeUndefined();
  });

  it('binds the device cookie to the host if the site uses https, and hides it from scripts', () => {
    const { set, request, reply, open } = browser();
    open(SECRET).remember(request, reply, 'ann@inbox.example');
    expect(set[0]).toMatchObject({
      name: '__Host-nameplate-device',
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: true,
      maxAge: 400 * DAY_SECONDS,
    });
    const local = browser(false);
    local.open(SECRET).remember(local.request, local.reply, 'ann@inbox.example');
    expect(local.set[0]).toMatchObject({ name: 'nameplate-device', secure: false });
  });

  it('keeps the device id across further sign-ins, and across a new secret while the old one is still configured', () => {
    const { request, reply, open } = browser();
    open(SECRET).remember(request, reply, 'ann@inbox.example');
    const device = open(SECRET).deviceOf(request, 'ann@inbox.example');
    open(NEWER, SECRET).remember(request, reply, 'ann@inbox.example');
    expect(open(NEWER).deviceOf(request, 'ann@inbox.example')).toBe(device);
  });

  it('remembers five accounts of one browser and drops the least recently used one', () => {
    const { cookies, request, reply, open } = browser();
    for (const who of ['1', '2', '3', '4', '5', '1', '6'])
      open(SECRET).remember(request, reply, `${who}@inbox.example`);
    const known = ['1', '2', '3', '4', '5', '6'].map((who) => open(SECRET).deviceOf(request, `${who}@inbox.example`));
    expect(known.map((device) => device !== undefined)).toEqual([true, false, true, true, true, true]);
    expect(Object.values(cookies)[0]).not.toContain('inbox');
  });

  it('ignores values that were never issued', () => {
    const { cookies, request, reply, open } = browser();
    open(SECRET).remember(request, reply, 'ann@inbox.example');
    const [[name, value] = ['', '']] = Object.entries(cookies);
    const changed = [value.slice(0, -1), `A${value.slice(1)}`, `x${value}`, `${value}x`, `${value.slice(0, -1)}!`];
    // One character more than a cookie may have.
    const long = `${value}.${'x'.repeat(362)}`;
    for (const forged of ['', '.', 'x'.repeat(38), ...changed, `${value}.`.repeat(50), long]) {
      cookies[name] = forged;
      expect(open(SECRET).deviceOf(request, 'ann@inbox.example')).toBeUndefined();
    }
    cookies[name] = `${value}.${'x'.repeat(361)}`;
    expect(open(SECRET).deviceOf(request, 'ann@inbox.example')).toBeDefined();
  });

  it('keeps one entry of an account that signs in again', () => {
    const { cookies, request, reply, open } = browser();
    for (const who of ['ann', 'ben', 'ann', 'ANN']) open(SECRET).remember(request, reply, `${who}@inbox.example`);
    expect(Object.values(cookies)[0]?.split('.')).toHaveLength(2);
  });

  it('recognises a browser that signed in before an upgrade', () => {
    const { cookies, request, open } = browser();
    cookies['__Host-nameplate-device'] = 'aaaaaaaaaaaaaaaa5byA4uDp44-FkISgANoLXw';
    expect(open(SECRET).deviceOf(request, 'Ann@Inbox.example')).toBe('aaaaaaaaaaaaaaaa');
  });
});
