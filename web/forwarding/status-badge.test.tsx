import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { MailState } from '../../contract/forwarding/mail-state.ts';
import { StatusBadge } from './status-badge.tsx';

it.each([
  ['works', 'Active', 'Active'],
  ['refuses', 'Active', 'Active'],
  // Suspended, resting or given up.
  ['suspended', 'Active', 'Disabled'],
  ['suspended', 'Verified', 'Verified'],
] as const)(
  'a verified inbox whose mail is in the state "%s", shown as "%s" if mail works, has the label "%s"',
  (state, verifiedLabel, text) => {
    const mail: MailState = { state, reason: null, since: null };
    const html = renderToStaticMarkup(<StatusBadge status="verified" verifiedLabel={verifiedLabel} mail={mail} />);
    expect(html.replace(/<[^>]*>/g, '').trim()).toBe(text);
  },
);
