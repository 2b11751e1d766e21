import { type ReactNode, useContext, useMemo } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To } from 'react-router';
import { askToLeave } from '../../ui/dialog/leave-guard.ts';

/**
 * Lets a screen with unsaved changes object to every link and `navigate`. The router blocks only in its data mode
 * (docs/decisions/0007-router-without-data.md), so its navigator is wrapped here.
 */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext);
  const guarded = useMemo(() => ({ ...context, navigator: guard(context.navigator) }), [context]);
  return <NavigationContext.Provider value={guarded}>{children}</NavigationContext.Provider>;
}

function guard(navigator: Navigator): Navigator {
  const go = (to: To, move: () => void) => {
    const target = new URL(navigator.createHref(to), window.location.href);
    // A fragment or another query is the same screen.
    if (target.pathname === window.location.pathname) move();
    else askToLeave(move);
  };
  // What it answers about itself it goes on answering live.
  const guarded: Navigator = Object.create(navigator);
  guarded.push = (to, state, options) => go(to, () => navigator.push(to, state, options));
  guarded.replace = (to, state, options) => go(to, () => navigator.replace(to, state, options));
  return guarded;
}
