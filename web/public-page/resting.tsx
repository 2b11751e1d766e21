import type { ReactElement } from 'react';
import { pages } from '../../contract/paths.ts';

/** The page of a handle that was not renewed, as plain markup. */
export function Resting({ username }: { username: string }): ReactElement {
  return (
    <div className="np">
      <main className="np-notice">
        <svg viewBox="0 0 168 132" aria-hidden="true">
          <circle cx="76" cy="70" r="58" className="np-orbit" />
          <path d="M70 30a42 42 0 1 0 46 54 36 36 0 0 1-46-54z" className="np-moon" />
          <path d="M50 76q7 7 14 1" className="np-lid" />
          <path d="M62 94q7 5 13-1" className="np-lid" />
          <path d="M100 58h12l-12 14h12M120 32h16l-16 19h16M144 8h19l-19 22h19" className="np-breath" />
          <circle cx="14" cy="22" r="3" className="np-star" />
          <circle cx="106" cy="7" r="2.5" className="np-star" />
          <circle cx="150" cy="84" r="3" className="np-star" />
          <circle cx="28" cy="122" r="2.5" className="np-star" />
        </svg>
        <h1>This handle is resting</h1>
        <p>
          "<bdi>{username}</bdi>" was not renewed. Its page is offline, and mail to it is refused. Only its owner can
          renew it.
        </p>
        <a href={pages.manage()}>Sign in to renew it</a>
      </main>
    </div>
  );
}
