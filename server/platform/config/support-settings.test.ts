import { expect, it } from 'vitest';
import { invalidSettings, PRODUCTION } from '../../../tests/support/server/production-settings.ts';
import { parseConfig } from './config.ts';

it('requires SUPPORT_PHONE in production while paid plans are on, and reports it among the other errors', () => {
  const { SUPPORT_PHONE, ...others } = PRODUCTION;
  expect(invalidSettings(others)).toEqual(['SUPPORT_PHONE']);
  expect(invalidSettings({ ...others, PAYPAL_ENV: 'sandbox', SECRET_KEY: '' })).toEqual([
    'SECRET_KEY',
    'SUPPORT_PHONE',
  ]);
  expect(invalidSettings({ ...others, PAYPAL_ENV: 'off' })).toEqual([]);
  expect(() => parseConfig(others)).toThrow('Deluxe and Vanity');
  expect(parseConfig({}).support.phone).toBeUndefined();
  expect(parseConfig(PRODUCTION).support.phone).toBe(SUPPORT_PHONE);
});

it('accepts phone numbers as people write them', () => {
  for (const number of ['+12025550123', '+1 (202) 555-0123', '+44 (0)20 7946 0000', '0800 123456', '+49.30.1234567'])
    expect(parseConfig({ SUPPORT_PHONE: number }).support.phone).toBe(number);
  for (const wrong of ['call us', '+1', '1-800-FLOWERS', '+1 202 555 0123; ext=5', '++12025550123', '(123 4567'])
    expect(invalidSettings({ SUPPORT_PHONE: wrong }), wrong).toEqual(['SUPPORT_PHONE']);
  expect(invalidSettings({ SUPPORT_PHONE: '1'.repeat(16) })).toEqual(['SUPPORT_PHONE']);
});

it('sends requests to SUPPORT_EMAIL, by default to the first administrator, and never into the mail domain', () => {
  expect(parseConfig({ ADMIN_EMAILS: 'a@x.example,b@x.example' }).support.email).toBe('a@x.example');
  expect(parseConfig({ SUPPORT_EMAIL: 'help@Desk.example' }).support.email).toBe('help@desk.example');
  for (const wrong of ['help', 'a@x.example,b@x.example', 'Help <help@x.example>', 'help@localhost.example\r\nX: y'])
    expect(invalidSettings({ SUPPORT_EMAIL: wrong }), wrong).toEqual(['SUPPORT_EMAIL']);
  expect(invalidSettings({ ...PRODUCTION, SUPPORT_EMAIL: 'support@handles.EXAMPLE.org' })).toEqual(['SUPPORT_EMAIL']);
});

it("makes the specification's claim only in local mode; TRUST_CLAIM sets another one, or none if it is empty", () => {
  const claim = (env: Record<string, string>) => parseConfig(env).site.trustClaim;
  expect(claim({})).toBe('Trusted by 50,000+ users worldwide');
  expect(claim(PRODUCTION)).toBeUndefined();
  for (const mode of [{}, PRODUCTION]) {
    expect(claim({ ...mode, TRUST_CLAIM: 'Made in Rotterdam' })).toBe('Made in Rotterdam');
    expect(claim({ ...mode, TRUST_CLAIM: '' })).toBeUndefined();
    expect(claim({ ...mode, TRUST_CLAIM: '  ' })).toBeUndefined();
  }
  for (const wrong of ['x'.repeat(81), 'two\nlines'])
    expect(invalidSettings({ TRUST_CLAIM: wrong })).toEqual(['TRUST_CLAIM']);
});
