import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { MailState } from '../../../contract/forwarding/mail-state.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { MailStateLine } from './mail-state-line.tsx';

it.each([
  ['none', 'No inbox yet: mail is refused.', 'No inbox yet: mail is refused.'],
  ['none', 'Mail waits for a day.', 'No inbox yet. Mail waits for a day.'],
  ['works', 'Mail is late.', 'Mail is late.'],
] as const)('the state "%s" with the reason "%s" reads "%s"', (state, reason, text) => {
  const mail: MailState = { state, reason, since: null };
  const html = renderToStaticMarkup(<MailStateLine handle={{ mail } as Handle} hasMend={false} />);
  expect(html.replace(/<[^>]*>/g, '')).toBe(text);
});
