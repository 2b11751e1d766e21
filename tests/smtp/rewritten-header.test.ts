import { describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from './mail-server.ts';
import { running } from './queued.ts';
import { dnsWith, type Records, send, signedBy, verified } from './signed-senders.ts';

const FROM = 'From: Carol <carol@senders.test>\r\n';
const DATE = 'Date: Fri, 20 Nov 2026 12:00:00 +0000\r\n';
const MESSAGE_ID = 'Message-ID: <1@senders.test>\r\n';
const REST = 'Subject: hi\r\n\r\nHello\r\n';
const SPF: Records = { 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all' };
const OTHER_SPF: Records = { 'TXT lists.test': 'v=spf1 ip4:127.0.0.1 -all' };

async function forward(records: Records, text: string, from = 'carol@senders.test', to = ['alice@handles.test']) {
  let server: MailServer | undefined;
  const dns = dnsWith(records, () => server as MailServer);
  server = await startMailServer({ resolver: dns });
  await using opened = server;
  expect(await send(opened, text, from, to)).toMatch(/^250 /);
  const bytes = opened.inbox.received.at(-1)?.bytes ?? Buffer.alloc(0);
  const [steps = []] = [...opened.deliveries.values()];
  const changes = steps.flatMap((step) => (step.step === 'changed' ? step.changes : []));
  return { text: bytes.toString(), changes, downstream: await verified(bytes, dns) };
}

describe('mail without a valid signature', () => {
  it('signs mail without a signature if aligned SPF passed', async () => {
    const { text, changes, downstream } = await forward(SPF, FROM + DATE + MESSAGE_ID + REST);
    expect(text).toMatch(/^DKIM-Signature: v=1; .*d=handles\.test;/m);
    expect(changes).toEqual(['sender', 'signed', 'sealed']);
    expect(downstream.dkim.results).toMatchObject([{ signingDomain: 'handles.test', status: { result: 'pass' } }]);
    expect(downstream.arc).toMatchObject({ status: { result: 'pass' } });
  });

  it.each<[string, Records, string, string]>([
    ['SPF passes for another domain', { ...SPF, ...OTHER_SPF }, FROM, 'x@lists.test'],
    ['SPF fails', {}, FROM, 'carol@senders.test'],
    ['From has a second author of another domain', SPF, FROM.replace('\r', ', x@others.test\r'), 'carol@senders.test'],
    [
      'its signature is invalid',
      SPF,
      `DKIM-Signature: v=1; a=rsa-sha256; d=senders.test; s=s; h=from; bh=x; b=x\r\n${FROM}`,
      'carol@senders.test',
    ],
  ])('does not sign mail if %s', async (what, records, head, from) => {
    const server = forward(records, head + DATE + MESSAGE_ID + REST, from);
    if (what.includes('second author')) return expect(server).rejects.toThrow(/550/);
    expect((await server).text).not.toMatch(/d=handles\.test;[^;]*;\r\n\tt=\d+; x=/);
    expect((await server).changes).not.toContain('signed');
  });
});

describe('a missing Date or Message-ID', () => {
  it('adds a missing Date and Message-ID, covered by our signature, if no signature lists them', async () => {
    const { text, changes, downstream } = await forward(SPF, FROM + REST);
    const [ours] = text.split('\r\nReceived: ');
    expect(ours).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r\n/);
    expect(ours).toMatch(/\r\nMessage-ID: <[0-9a-z]{20}@mx\.handles\.test>$/);
    expect(changes).toEqual(['sender', 'completed', 'signed', 'sealed']);
    expect(downstream.dkim.results).toMatchObject([{ status: { result: 'pass' } }]);
    expect(downstream.arc).toMatchObject({ status: { result: 'pass' } });
  });

  it('adds no Date or Message-ID if a valid signature covers its absence', async () => {
    // The signer lists Date and Message-ID in h= even if the fields are missing.
    const { text, downstream } = await forward(SPF, await signedBy('senders.test', FROM + REST));
    const header = text.slice(0, text.indexOf('\r\n\r\n'));
    const listed = /^DKIM-Signature: [\s\S]*?h=([^;]*);/m.exec(header)?.[1]?.toLowerCase() ?? '';
    for (const name of ['Date', 'Message-ID']) {
      expect([name, new RegExp(`^${name}:`, 'm').test(header)]).toEqual([name, !listed.includes(name.toLowerCase())]);
    }
    expect(downstream.dkim.results).toMatchObject([{ status: { result: 'pass' } }]);
  });

  it('adds no Date or Message-ID if a broken signature lists it', async () => {
    const signature = 'DKIM-Signature: v=1; a=rsa-sha256; d=x.test; s=s; h=from:Date :\r\n\tmessage-id; bh=x; b=x\r\n';
    const { text } = await forward(SPF, signature + FROM + REST);
    expect(text).not.toMatch(/^(Date|Message-ID):/m);
  });

  it('adds a missing Date and Message-ID to mail with a rewritten From', async () => {
    const records = { ...SPF, 'TXT _dmarc.senders.test': 'v=DMARC1; p=reject' };
    const { text, changes, downstream } = await forward(records, FROM + REST);
    expect(changes).toEqual(['sender', 'from', 'completed', 'signed', 'sealed']);
    expect(text.match(/^DKIM-Signature:/gm)).toHaveLength(1);
    expect(downstream.dmarc).toMatchObject({ status: { result: 'none' } });
    expect(downstream.dkim.results).toMatchObject([{ status: { result: 'pass', aligned: 'handles.test' } }]);
  });
});

describe('X-Forwarded-To', () => {
  it('adds X-Forwarded-To with the address without its tag', async () => {
    const { text } = await forward(SPF, FROM + DATE + MESSAGE_ID + REST, undefined, ['ALICE+tag@handles.test']);
    expect(text.match(/^X-Forwarded-To: .*$/gm)).toEqual(['X-Forwarded-To: alice@handles.test']);
  });

  it('adds X-Forwarded-To with the recipient of each copy only, and keeps received ones', async () => {
    await using server = await startMailServer();
    const came = `X-Forwarded-To: alice@handles.test\r\n${FROM}${DATE}${MESSAGE_ID}${REST}`;
    const to = ['alice@handles.test', 'bob@handles.test', 'postmaster@handles.test'];
    expect(await send(server, came, 'carol@senders.test', to)).toMatch(/^250 /);
    const runner = await running(server);
    await server.inbox.waitFor(4);
    await runner.stop();
    const named = server.inbox.received.map(({ to: [inbox], bytes }) => [
      inbox,
      bytes
        .toString()
        .match(/^X-Forwarded-To: .*$/gm)
        ?.map((line) => line.slice(16)),
    ]);
    expect(named.sort()).toEqual([
      ['alice.inbox@elsewhere.test', ['alice@handles.test', 'alice@handles.test']],
      ['bob.inbox@other.test', ['bob@handles.test', 'alice@handles.test']],
      ['one@admins.test', ['postmaster@handles.test', 'alice@handles.test']],
      ['two@admins.test', ['postmaster@handles.test', 'alice@handles.test']],
    ]);
  });
});
