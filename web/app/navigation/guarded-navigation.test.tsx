import { type ReactNode, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { Link, UNSAFE_NavigationContext as NavigationContext, type Navigator, Router } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addUnsavedChangesGuard } from '../../ui/dialog/unsaved-changes-guard.ts';
import { GuardedNavigation } from './guarded-navigation.tsx';

// Tests the parts of React Router's private context that GuardedNavigation needs. tests/browser/manage-handle.spec.ts
// tests `navigate`, which needs a browser.

const HERE = '/app/manage-handle/ada';
const push = vi.fn();
const replace = vi.fn();
const routerNavigator: Navigator = { createHref: (to) => `/base${String(to)}`, go: () => {}, push, replace };
let found: Navigator | undefined;
let removeGuard = () => {};

beforeEach(() => {
  vi.stubGlobal('window', { location: new URL(`https://nameplate.example/base${HERE}?x=1`) });
});
afterEach(() => {
  found = undefined;
  removeGuard();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function render(children: ReactNode): string {
  return renderToString(
    <Router location={HERE} navigator={routerNavigator}>
      {children}
    </Router>,
  );
}

function NavigatorProbe() {
  found = useContext(NavigationContext).navigator;
  return null;
}

/** Replaces the navigator for its children, as GuardedNavigation does. */
function OtherNavigator({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext);
  const navigator = { ...context.navigator, createHref: () => '/from-the-other-navigator' };
  return <NavigationContext.Provider value={{ ...context, navigator }}>{children}</NavigationContext.Provider>;
}

function guardedNavigator(): Navigator {
  render(
    <GuardedNavigation>
      <NavigatorProbe />
    </GuardedNavigation>,
  );
  if (!found) throw new Error('The context has no navigator');
  return found;
}

it('Router provides its navigator in UNSAFE_NavigationContext', () => {
  render(<NavigatorProbe />);
  expect(found).toBe(routerNavigator);
});

it('Link uses the navigator of the nearest UNSAFE_NavigationContext', () => {
  const html = render(
    <OtherNavigator>
      <Link to="/create">Create</Link>
    </OtherNavigator>,
  );
  expect(html).toContain('href="/from-the-other-navigator"');
});

it('the guarded navigator passes on arguments and keeps the other members', () => {
  // React Router calls both functions without a receiver.
  const { push: guardedPush, replace: guardedReplace, createHref } = guardedNavigator();
  guardedPush('/create', { from: 1 }, { preventScrollReset: true });
  guardedReplace('/create', { from: 2 });
  expect(push).toHaveBeenCalledWith('/create', { from: 1 }, { preventScrollReset: true });
  expect(replace).toHaveBeenCalledWith('/create', { from: 2 }, undefined);
  expect(createHref('/create')).toBe('/base/create');
});

it('the guarded navigator asks before it leaves a screen with unsaved changes', () => {
  const ask = vi.fn((_leave: () => void) => {});
  removeGuard = addUnsavedChangesGuard({ ask, onPopState: () => {} });
  guardedNavigator().push('/create');
  expect(push).not.toHaveBeenCalled();
  ask.mock.calls[0]?.[0]();
  expect(push).toHaveBeenCalledOnce();
});

it('the guarded navigator does not ask for another query or fragment of the same screen', () => {
  const ask = vi.fn();
  removeGuard = addUnsavedChangesGuard({ ask, onPopState: () => {} });
  const { push: guardedPush } = guardedNavigator();
  guardedPush(`${HERE}?x=2`);
  guardedPush(`${HERE}#bio`);
  expect(push).toHaveBeenCalledTimes(2);
  expect(ask).not.toHaveBeenCalled();
});
