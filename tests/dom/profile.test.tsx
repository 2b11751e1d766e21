import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pages } from '../../contract/paths.ts';
import { getPublicProfile } from '../../contract/profiles/profiles.ts';
import { SAMPLE_HANDLE } from '../../contract/profiles/sample-handle.ts';
import { refuse } from '../support/dom/fake-server.ts';
import { openApp, useApp } from '../support/dom/open-app.tsx';

useApp();

it('a handle that was not renewed shows the resting page with a sign-in link', async () => {
  refuse(getPublicProfile, 'handle_resting');
  const user = await openApp(pages.profile(SAMPLE_HANDLE), { user: null });
  const root = () => [...document.querySelectorAll('div')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot;
  await waitFor(() => expect(root()?.querySelector('h1')?.textContent).toBe('This handle is resting'));
  expect(document.title).toBe('This handle is resting');
  const link = [...(root()?.querySelectorAll('a') ?? [])].find(
    ({ textContent }) => textContent === 'Sign in to renew it',
  );
  await user.click(link as HTMLElement);
  await screen.findByText('Login Required');
});
