import type { ReactElement } from 'react';
import { pages } from '../../contract/paths.ts';

/** The page for an unknown profile, as plain markup in the default theme. `free` offers the handle. */
export function ProfileNotFound({ username, free }: { username: string; free: boolean }): ReactElement {
  return (
    <div className="np">
      <main className="np-notice">
        <svg viewBox="0 0 120 120" aria-hidden="true">
          <circle cx="60" cy="60" r="56" className="np-orbit" />
          <circle cx="60" cy="48" r="17" />
          <path d="M28 92c3-18 16-25 32-25s29 7 32 25a46 46 0 0 1-64 0z" />
          <circle cx="101" cy="22" r="7" className="np-moon" />
        </svg>
        <h1>Profile Not Found</h1>
        <p>
          The profile "<bdi>{username.replace(/\p{Cc}/gu, '\u{fffd}')}</bdi>" doesn't exist or has been removed.
        </p>
        {free && (
          <a href={pages.create(username.toLowerCase())} className="np-claim" rel="nofollow">
            This name is free: claim it
          </a>
        )}
        <a href={pages.home()}>Go to Home</a>
      </main>
    </div>
  );
}
