import { type ReactNode, useContext, useMemo } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To } from 'react-router';
import { askToLeave } from '../../ui/dialog/unsaved-changes-guard.ts';

/**
 * Asks before a link or `navigate` leaves a screen with unsaved changes. React Router blocks navigation only in its
 * data mode (docs/decisions/0007-react-router-declarative-mode.md), so this file wraps the navigator in its private
 * context. No other file uses that context; the test beside this file states what the context must provide.
 */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext);
  const guarded = useMemo(() => ({ ...context, navigator: guard(context.navigator) }), [context]);
  return <NavigationContext.Provider value={guarded}>{children}</NavigationContext.Provider>;
}

function guard(navigator: Navigator): Navigator {
  const confirmAndGo = (to: To, move: () => void) => {
    const target = new URL(navigator.createHref(to), window.location.href);
    // Another fragment or query is the same screen.
    if (target.pathname === window.location.pathname) move();
    else askToLeave(move, target);
  };
  // Inherits the other members from the navigator.
  const guarded: Navigator = Object.create(navigator);
  guarded.push = (to, state, options) => confirmAndGo(to, () => navigator.push(to, state, options));
  guarded.replace = (to, state, options) => confirmAndGo(to, () => navigator.replace(to, state, options));
  return guarded;
}
