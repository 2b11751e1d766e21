import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { LinkView } from '../../contract/accounts/link-view.ts';
import type { Site } from '../../contract/documents.ts';
import { STANDARD_IDENTITY } from '../../contract/site/site-identity.ts';
import { MagicLinkPage } from './magic-link-page.tsx';

const site: Site = {
  ...STANDARD_IDENTITY,
  origin: 'https://nameplate.example',
  host: 'nameplate.example',
  mailDomain: 'mail.example',
  localMode: false,
};

function render(link: LinkView): string {
  return renderToStaticMarkup(createElement(MagicLinkPage, { site, styles: ['/assets/a.css'], link }));
}

const email = 'ada@inbox.example';
const handle = 'ada.lovelace';
const deletion = { handles: 3, erasedOn: '2026-12-05T23:30:00.000Z' };

describe('the page behind a magic link', () => {
  it.each<[LinkView, string]>([
    [{ purpose: 'sign-in', state: 'ready', email }, 'Sign in as ada@inbox.example'],
    [{ purpose: 'claim', state: 'ready', email, handle }, 'Claim handle ada.lovelace for ada@inbox.example'],
    [
      { purpose: 'verify-forwarding', state: 'ready', email, handle },
      'Forward ada.lovelace@mail.example to ada@inbox.example',
    ],
    [
      { purpose: 'verify-member-inbox', state: 'ready', email, handle },
      'Receive the mail for ada.lovelace@mail.example at ada@inbox.example',
    ],
    [{ purpose: 'delete-account', state: 'ready', email, deletion }, 'Delete the account ada@inbox.example'],
    [{ purpose: 'join-team', state: 'ready', email, handle }, 'Join the team of ada.lovelace'],
  ])('names the account and the action: %o', (link, heading) => {
    const html = render(link);
    expect(html.replace(/<\/?span[^>]*>/g, '')).toContain(`>${heading}</h1>`);
    // Without an action attribute the form posts to its own address. It has a button and no fields.
    expect(html).toMatch(/<form class="[^"]*" method="post"><button type="submit"/);
    expect(html).not.toContain('<input');
  });

  it('runs no script and carries no inline style', () => {
    const html = render({ purpose: 'sign-in', state: 'ready', email });
    expect(html).not.toMatch(/<script|style="|javascript:/);
  });

  it('warns if another account is signed in', () => {
    expect(render({ purpose: 'sign-in', state: 'ready', email, signedInAs: 'bob@inbox.example' })).toContain(
      'bob@inbox.example',
    );
  });

  it.each(['used', 'expired', 'invalid', 'handle-gone'] as const)(
    'shows a link to the next step and no form when the link is %s',
    (state) => {
      for (const purpose of [
        'sign-in',
        'claim',
        'verify-forwarding',
        'verify-member-inbox',
        'delete-account',
      ] as const) {
        const html = render({ purpose, state, ...(state === 'invalid' ? {} : { email, handle }) });
        expect(html).not.toContain('<form');
        expect(html).toMatch(
          /<a href="\/(\?login|create(\?handle=ada\.lovelace)?|app\/manage-email|app\/manage-team|app\/profile-settings)"/,
        );
      }
    },
  );

  it('states what happened to an invitation and offers the next step', () => {
    const page = (more: Partial<LinkView>) => render({ purpose: 'join-team', state: 'joined', email, handle, ...more });
    expect(page({ isSignedIn: true })).toContain('href="/app/manage-handle/ada.lovelace"');
    expect(page({})).toContain('href="/?login"');
    expect(page({ signedInAs: 'bob@inbox.example' })).toContain('href="/app/manage"');
    expect(page({ state: 'withdrawn' })).toContain('This invitation is no longer open');
    expect(page({ state: 'expired' })).toContain('This invitation has expired');
    for (const state of ['joined', 'withdrawn', 'expired', 'used'] as const) {
      expect(page({ state })).not.toContain('<form');
    }
  });

  it('explains what a deletion removes and when', () => {
    const text = (more: Partial<LinkView>) =>
      render({ purpose: 'delete-account', state: 'ready', email, deletion, ...more }).replace(/<[^>]*>/g, '');
    expect(text({})).toContain('The pages of your 3 handles go offline, mail to them is refused');
    expect(text({})).toContain('On 5 December 2026 everything we hold about you is erased');
    expect(text({ deletion: { ...deletion, handles: 1 } })).toContain('The page of your handle goes offline');
    expect(text({ deletion: { ...deletion, handles: 0 } })).toContain('Your account is closed and you are signed out');
    expect(text({ deletion: { ...deletion, teamHandles: ['ada', 'maps'] } })).toContain(
      'The teams of ada, maps also lose',
    );
    const after = text({ state: 'closed' });
    expect(after).toContain('Your account is closed');
    expect(after).toContain('Everything is erased on 5 December 2026');
    expect(after).toContain('Sign in as ada@inbox.example until then');
    expect(text({ state: 'expired' })).toContain('Nothing has happened');
  });
});
