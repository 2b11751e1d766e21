import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Site, StopView } from '../../contract/documents.ts';
import { STANDARD_IDENTITY } from '../../contract/site/site-identity.ts';
import { StopPage } from './stop-page.tsx';

const site: Site = {
  ...STANDARD_IDENTITY,
  origin: 'https://nameplate.example',
  host: 'nameplate.example',
  mailDomain: 'mail.example',
  localMode: false,
};
const paths = { stop: '/stop/token', allow: '/stop/token/allow' };
const render = (view: StopView) =>
  renderToStaticMarkup(createElement(StopPage, { site, styles: ['/assets/a.css'], paths, view }));
const email = 'ada@inbox.example';

describe('the page that stops forwarding', () => {
  it('names the inbox and the action, and has one button and no field', () => {
    const html = render({ state: 'ready', email });
    expect(html.replace(/<\/?span[^>]*>/g, '')).toContain(`>Stop all forwarding to ${email}</h1>`);
    expect(html.match(/<button/g)).toHaveLength(1);
    expect(html).toMatch(/<form[^>]* action="\/stop\/token"/);
    expect(html).toMatch(/<form[^>]* method="post"/);
    expect(html).not.toMatch(/<input|<script|style="/);
  });

  it('offers to undo the last action', () => {
    expect(render({ state: 'stopped', email })).toContain('action="/stop/token/allow"');
    expect(render({ state: 'allowed', email })).toContain('action="/stop/token"');
  });

  it('shows no form if the link is invalid', () => {
    const html = render({ state: 'invalid' });
    expect(html).not.toContain('<form');
    expect(html).toContain('href="/"');
  });
});
