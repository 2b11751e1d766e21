import { describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from './mail-server.ts';
import { dnsWith, type Records, sealedBy, send, signedBy, verified } from './signed-senders.ts';

const MAIL =
  'From: Carol <carol@senders.test>\r\nTo:   alice@handles.test,\r\n\tbob@handles.test\r\nSubject: =?utf-8?q?gr=C3=BC=C3=9Fe?=\r\n' +
  'Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@senders.test>\r\nMIME-Version: 1.0\r\n\r\n';
const SAW = 'mx.lists.test; dkim=pass header.d=senders.test';

async function forward(text: string, records: Records = {}, options = {}) {
  let server: MailServer | undefined;
  const dns = dnsWith(records, () => server as MailServer);
  server = await startMailServer({ resolver: dns, options });
  await using opened = server;
  const reply = await send(opened, text, 'carol@senders.test');
  const received = opened.inbox.received.at(-1);
  const found =
    received &&
    (await verified(
      received.bytes,
      dnsWith({}, () => opened),
    ));
  const [steps = []] = [...opened.deliveries.values()];
  return { reply, text: received?.bytes.toString('latin1') ?? '', found, steps };
}

describe('our ARC set', () => {
  it.each([
    ['plain text', 'Hello\r\n'],
    ['empty', ''],
    ['made of trailing whitespace', '  a  b \t c  \r\n \r\n\t\r\n\r\n\r\n'],
    ['8-bit text with long lines', `Gr\u00fc\u00dfe\r\n${'x  '.repeat(2000)}\r\n`],
    ['spooled', 'a line of a large  message \r\n'.repeat(20_000)],
  ])('adds a valid ARC set to a message whose body is %s', async (_what, body) => {
    const mail = await signedBy('senders.test', Buffer.from(MAIL + body, 'latin1').toString('latin1'));
    const { reply, text, found, steps } = await forward(mail);
    expect(reply).toMatch(/^250 /);
    expect(text).toMatch(/^ARC-Seal: i=1; a=rsa-sha256; cv=none; d=handles\.test; s=test; t=\d+;\r\n\tb=/);
    expect(found?.arc).toMatchObject({ i: 1, status: { result: 'pass' } });
    expect(steps).toContainEqual({ step: 'changed', changes: ['sender', 'sealed'] });
  });

  it('adds an ARC set to a valid chain of any sealer', async () => {
    const once = await sealedBy('lists.test', `${MAIL}Hello\r\n`, SAW);
    const twice = await sealedBy('archive.test', once, 'mx.archive.test; arc=pass', 'pass');
    const { text, found } = await forward(twice);
    expect(text).toMatch(/^ARC-Seal: i=3; a=rsa-sha256; cv=pass; /);
    expect(text).toMatch(/\tarc=pass /);
    expect(found?.arc).toMatchObject({ i: 3, status: { result: 'pass' } });
  });

  it('adds an ARC set with cv=fail to a broken chain', async () => {
    const broken = (await sealedBy('lists.test', `${MAIL}Hello\r\n`, SAW)).replace('Hello', 'Hullo');
    const { text, found } = await forward(broken);
    expect(text).toMatch(/^ARC-Seal: i=2; a=rsa-sha256; cv=fail; /);
    expect(text).toMatch(/\tarc=fail/);
    expect(found?.arc).toMatchObject({ status: { result: 'fail' } });
  });

  it('adds no ARC set to a chain that ended with cv=fail', async () => {
    const broken = (await sealedBy('lists.test', `${MAIL}Hello\r\n`, SAW)).replace('Hello', 'Hullo');
    const ended = await sealedBy('archive.test', broken, 'mx.archive.test; arc=fail', 'fail');
    expect(ended).toMatch(/cv=fail/);
    const { reply, text, steps } = await forward(ended);
    expect(reply).toMatch(/^250 /);
    expect(text).toMatch(/^Authentication-Results: /);
    expect(steps).toContainEqual({ step: 'changed', changes: ['sender'] });
  });

  it('adds no ARC set to a chain whose keys cannot be looked up', async () => {
    const mail = await sealedBy('lists.test', `${MAIL}Hello\r\n`, SAW);
    const { reply, text } = await forward(mail, { 'TXT s._domainkey.lists.test': { fails: 'ESERVFAIL' } });
    expect(reply).toMatch(/^250 /);
    expect(text).toMatch(/^Authentication-Results: /);
  });

  it('adds no ARC set if sealing is disabled', async () => {
    const { text, steps } = await forward(`${MAIL}Hello\r\n`, {}, { seal: false });
    expect(text).toMatch(/^Authentication-Results: /);
    expect(text).not.toMatch(/^ARC-/m);
    expect(steps).toContainEqual({ step: 'changed', changes: ['sender'] });
  });
});

it('removes a forged result under our name and seals the remaining header', async () => {
  const { text, found, steps } = await forward(
    `Authentication-Results: mx.handles.test; dmarc=pass\r\n${MAIL}Hello\r\n`,
  );
  expect(text.match(/^Authentication-Results: mx\.handles\.test;/gm)).toHaveLength(1);
  expect(steps).toContainEqual({ step: 'changed', changes: ['sender', 'results-removed', 'sealed'] });
  expect(found?.arc).toMatchObject({ status: { result: 'pass' } });
});
