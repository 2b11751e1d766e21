import { describe, expect, it } from 'vitest';
import { looksLikeDomain } from './domain-endings.ts';
import { isReserved } from './reserved-handles.ts';

describe('isReserved for a handle that seems to belong to the service', () => {
  it.each(
    [
      'nameplate-support nameplate-billing nameplate.support support-nameplate nameplate-of-ann namep1ate-help',
      'narneplate-team name-plate-support nameplatesupport nameplate2026 the.nameplate.team paypal-support',
      'paypal.security my-paypal paypa1-refunds pay-pal-support mypaypalaccount security-team securityteam',
      'security.team secur1ty-team support-team support-desk customer-support billing-department billing-support',
      'b1lling-help account-security security-alerts verified-support postmaster1 postmaster-1 1postmaster',
      'postmaster2026 p0stmaster post-master webmaster-team r00t admin-team adm1n-team admin123 support24',
      'official-support refunds-department helpdesk-online',
    ].flatMap((line) => line.split(' ')),
  )('reserves %s', (handle) => expect(isReserved(handle)).toBe(true));
});

it('reserves the name of the page that says who runs the site', () => {
  expect(isReserved('imprint')).toBe(true);
});

describe('isReserved for a handle that also contains an ordinary word', () => {
  it.each(
    [
      'support-my-band john-security security-guard-bob home-security-berlin nameplates-by-ann my-nameplates',
      'root-beer-lover rootbeer-float beetroot-salad grassroots-team admiral-team administration-of-joy team-rocket-fan',
      'customer-of-none the-help-desk-band mail-lover-ann user-of-things help-the-bees supportive-ann insecurity-club',
      'billing-hills-farm williamson-john paypaul-smith abuse-of-notation online-member official-ann-lee verified-human',
      'password-poet login-cousins mary-contact roots-and-wings postmaster-general-joe moderator-mike desk-by-desk',
      'anna-billing peter.support-act',
    ].flatMap((line) => line.split(' ')),
  )('does not reserve %s', (handle) => expect(isReserved(handle)).toBe(false));
});

describe('isReserved for a handle that looks like a domain name', () => {
  it.each(
    [
      'your-account.evil.com evil.com my.paypa1-site.net ann.co.uk login.example.org wei.li secure-mail.app',
      'free-money.xyz click-here.online a-b-c.io my-bank.support x.xn--p1ai',
    ].flatMap((line) => line.split(' ')),
  )('reserves %s', (handle) => {
    expect(looksLikeDomain(handle)).toBe(true);
    expect(isReserved(handle)).toBe(true);
  });

  it.each(
    [
      'ann.smith john.q.public harrison.ford jane.kim jimmy.page dot.in.the.middle com.ann ann-com ann.smith-com j.doe1',
      'mary.love a.b.c.d.e.f.g comet.halley smith.family',
    ].flatMap((line) => line.split(' ')),
  )('does not classify %s as a domain name', (handle) => {
    expect(looksLikeDomain(handle)).toBe(false);
    expect(isReserved(handle)).toBe(false);
  });
});
