import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Handle } from '../../../contract/handles/handles.ts';
import { HandleDetails } from './handle-details.tsx';

const HANDLE = {
  id: 1,
  handle: 'acme',
  status: 'active',
  profilePage: true,
  suspension: null,
  socialLinks: [],
  role: 'manager',
  receivesMail: true,
  mail: { state: 'works', reason: null, since: null },
} as unknown as Handle;

function cardOf(changes: Partial<Handle>): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <HandleDetails
        handle={{ ...HANDLE, ...changes }}
        {...{ isFirst: true, due: null, figures: null, renewal: null, forwarding: 'where mail goes' }}
      />
    </MemoryRouter>,
  );
}

it.each([
  ['manager', true, true],
  ['manager', false, false],
  ['editor', true, false],
  ['owner', true, true],
] as const)(
  'shows where mail goes to the role %s, with mail received by the member %s: %s',
  (role, receivesMail, isShown) => {
    expect(cardOf({ role, receivesMail }).includes('where mail goes')).toBe(isShown);
  },
);
