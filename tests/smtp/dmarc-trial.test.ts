import { expect, it } from 'vitest';
import { dmarc, forward, LIST_SPF, MAIL } from './dmarc-records.ts';

it.each([
  ['reject; pct=0', /senders\.test asks for quarantine/],
  ['reject; sp=none;PCT = 00 ; rua=mailto:x@senders.test', /senders\.test asks for quarantine/],
  ['reject; t=y', /senders\.test asks for quarantine/],
  ['reject; t=y; pct=0', /senders\.test asks for quarantine/],
  ['quarantine; pct=0', undefined],
])('applies the policy below to mail that fails DMARC under p=%s', async (policy, mark) => {
  const { reply, text } = await forward({ ...LIST_SPF, ...dmarc(policy) }, MAIL, 'x@lists.test');
  expect(reply).toMatch(/^250 /);
  expect(text).toContain('\r\nFrom: Carol <carol@senders.test>\r\n');
  const [field] = /^X-Nameplate-Authentication: .*(?:\r\n[ \t].*)*/m.exec(text) ?? [];
  if (mark) expect(field).toMatch(mark);
  else expect(field).toBeUndefined();
});

it.each(['reject; pct=1', 'reject; pct=100', 'reject; rua=mailto:pct=0@senders.test', 'reject; xpct=0'])(
  'rejects mail that fails DMARC under p=%s',
  async (policy) => {
    const { reply } = await forward({ ...LIST_SPF, ...dmarc(policy) }, MAIL, 'x@lists.test');
    expect(reply).toMatch(/^550 5\.7\.1 Rejected: the DMARC policy/);
  },
);
