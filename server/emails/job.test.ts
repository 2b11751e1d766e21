import { expect, it } from 'vitest';
import { SAMPLE_SITE as site } from '../../tests/support/pages/sample-site.ts';
import type { Queryable } from '../platform/db/database.ts';
import { emailJob } from './job.ts';
import type { Email } from './shared/email.ts';

const hello = ({ to }: { to: string }): Email => ({
  to,
  subject: 'Hello',
  preheader: 'It completes the subject.',
  heading: 'Hello',
  body: ['Hello.'],
  button: { label: 'Open', url: site.origin },
  notes: [],
});

function jobWith(sent: string[]) {
  return emailJob({
    db: {} as Queryable,
    site,
    picture: async () => undefined,
    from: () => 'Nameplate <no-reply@np.example>',
    registry: { hello: (_db, order: { to: string }) => hello(order), 'no-longer-needed': () => null },
    send: async (to, message) => void sent.push(`${to} ${/^Subject: .*$/m.exec(message.toString())?.[0]}`),
  });
}

it('sends the email that the composer of its kind returns', async () => {
  const sent: string[] = [];
  await jobWith(sent)({ kind: 'hello', to: 'ann@inbox.example' });
  expect(sent).toEqual(['ann@inbox.example Subject: Hello']);
});

it('sends nothing if the composer returns null', async () => {
  const sent: string[] = [];
  await jobWith(sent)({ kind: 'no-longer-needed', to: 'ann@inbox.example' });
  expect(sent).toEqual([]);
});

it('fails on a kind that no capability composes', async () => {
  await expect(jobWith([])({ kind: 'other', to: 'ann@inbox.example' })).rejects.toThrow(
    'No capability composes emails of the kind other',
  );
});
