import { describe, expect, it } from 'vitest';
import type { RecipientPolicy } from '../../mail/host/directory.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type Records, sealedBy, send, signedBy, verified, worldOf } from './signed-senders.ts';

const MAIL =
  'From: Carol <carol@senders.test>\r\nTo: alice@handles.test\r\nSubject: hi\r\n' +
  'Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@senders.test>\r\n\r\nHello\r\n';
const SPF: Records = { 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all' };
const LIST_SPF: Records = { 'TXT lists.test': 'v=spf1 ip4:127.0.0.1 -all' };
const dmarc = (policy: string): Records => ({ 'TXT _dmarc.senders.test': `v=DMARC1; p=${policy}` });

const HELO_SPF: Records = { 'TXT client.test': 'v=spf1 ip4:127.0.0.1 -all' };
const listMail = (listId = 'dev.lists.test') => `List-Id: Developers <${listId}>\r\n${MAIL}`;

function allow(server: MailServer, policy: RecipientPolicy): void {
  server.people.alice = { kind: 'forward', destination: 'alice.inbox@elsewhere.test', key: 'alice', policy };
}

async function forward(records: Records, text: string, from: string, options = {}, policy: RecipientPolicy = {}) {
  let server: MailServer | undefined;
  const world = worldOf(records, () => server as MailServer);
  server = await startMailServer({ resolver: world, options });
  await using opened = server;
  allow(opened, policy);
  const reply = await send(opened, text, from);
  const received = opened.inbox.received.at(-1);
  const [steps = []] = [...opened.flights.values()];
  const checked = steps.find(({ step }) => step === 'checked');
  const downstream = received && (await verified(received.bytes, world));
  return { reply, text: received?.bytes.toString() ?? '', steps, checked, downstream, asked: world.asked };
}

describe('an aligned signature passes, whatever the policy, and From stays', () => {
  it.each(['none', 'quarantine', 'reject'])('p=%s', async (policy) => {
    const { reply, text, downstream } = await forward(
      dmarc(policy),
      await signedBy('senders.test', MAIL),
      'x@lists.test',
    );
    expect(reply).toMatch(/^250 /);
    expect(text).toMatch(/^Authentication-Results: mx\.handles\.test;/m);
    expect(text).toMatch(/\tdkim=pass header\.i=@senders\.test /);
    expect(text).toMatch(/\tdmarc=pass /);
    expect(text).toContain('\r\nFrom: Carol <carol@senders.test>\r\n');
    expect(downstream?.dmarc).toMatchObject({ status: { result: 'pass' } });
    expect(downstream?.arc).toMatchObject({ status: { result: 'pass' } });
  });
});

describe('SPF alone', () => {
  it('under p=none keeps From, and gets a signature of ours', async () => {
    const { reply, text } = await forward({ ...SPF, ...dmarc('none') }, MAIL, 'carol@senders.test');
    expect(reply).toMatch(/^250 /);
    expect(text).toContain('\r\nFrom: Carol <carol@senders.test>\r\n');
    expect(text).toMatch(/^DKIM-Signature: v=1; .*d=handles\.test;/m);
    expect(text).not.toMatch(/^Reply-To:/m);
  });

  it.each(['quarantine', 'reject'])(
    'under p=%s would fail from here on: From becomes ours, signed, and answers go back',
    async (policy) => {
      const { reply, text, steps, downstream } = await forward(
        { ...SPF, ...dmarc(policy) },
        MAIL,
        'carol@senders.test',
      );
      expect(reply).toMatch(/^250 /);
      expect(text).toMatch(
        /\r\nFrom: "Carol via alice"\r\n <via-[a-z2-7]{23}@handles\.test>\r\nReply-To: Carol <carol@senders\.test>\r\n/,
      );
      expect(text).toMatch(
        /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=handles\.test; s=test;\r\n\tt=\d+; x=\d+;/m,
      );
      expect(steps).toContainEqual({ step: 'changed', changes: ['sender', 'from', 'signed', 'sealed'] });
      expect(downstream?.dkim.results).toMatchObject([{ status: { result: 'pass', aligned: 'handles.test' } }]);
      expect(downstream?.arc).toMatchObject({ status: { result: 'pass' } });
    },
  );

  it('with a signature of another domain is SPF alone', async () => {
    const mail = await signedBy('provider.test', MAIL);
    const { text } = await forward({ ...SPF, ...dmarc('reject') }, mail, 'carol@senders.test');
    expect(text).toMatch(/\r\nFrom: "Carol via alice"/);
  });
});

describe('what fails', () => {
  it.each(['none', 'quarantine'])('goes on, marked, under p=%s', async (policy) => {
    const { reply, text, checked } = await forward(dmarc(policy), MAIL, 'x@lists.test');
    expect(reply).toMatch(/^250 /);
    expect(text).toMatch(/\tdmarc=fail /);
    expect(checked).toMatchObject({ verdicts: { dmarc: { result: 'fail', policy } } });
    expect(checked && 'note' in checked).toBe(policy === 'quarantine');
  });

  it('is refused under p=reject when nothing speaks for it, and recorded', async () => {
    const { reply, text, steps } = await forward(dmarc('reject'), MAIL, 'x@lists.test');
    expect(reply).toMatch(/^550 5\.7\.1 Rejected: the DMARC policy of senders\.test /);
    expect(text).toBe('');
    expect(steps.map(({ step }) => step)).toEqual(['received', 'checked', 'refused']);
  });

  it('leaves with a mark under p=quarantine, and From as it came, so that the destination decides', async () => {
    const { text } = await forward(dmarc('quarantine'), MAIL, 'x@lists.test');
    expect(text).toContain('\r\nX-Nameplate-Authentication: dmarc=fail (senders.test asks for quarantine)\r\n');
    expect(text).toContain('\r\nFrom: Carol <carol@senders.test>\r\n');
    expect((await forward(dmarc('none'), MAIL, 'x@lists.test')).text).not.toContain('X-Nameplate');
  });

  it.each<[string, Records, () => Promise<string>, string]>([
    ['SPF of the spoofer', LIST_SPF, async () => MAIL, 'x@lists.test'],
    ['SPF of the name in HELO, from the null sender', HELO_SPF, async () => MAIL, ''],
    ['a signature of the spoofer', {}, () => signedBy('lists.test', MAIL), 'x@lists.test'],
    ['a List-Id', LIST_SPF, async () => listMail(), 'x@lists.test'],
    ['a List-Id, SPF and a signature', LIST_SPF, () => signedBy('lists.test', listMail()), 'x@lists.test'],
  ])('is refused under p=reject with %s', async (_what, records, mail, from) => {
    const { reply, text, steps } = await forward({ ...dmarc('reject'), ...records }, await mail(), from);
    expect(reply).toMatch(/^550 5\.7\.1 Rejected: the DMARC policy of senders\.test /);
    expect(text).toBe('');
    expect(steps.at(-1)).toMatchObject({ step: 'refused', code: 550 });
  });

  it.each([
    ['sp=reject of the organization', 'v=DMARC1; p=none; sp=reject', 550],
    ['p=reject; t=y, which is quarantine', 'v=DMARC1; p=reject; t=y', 250],
    ['sp=none below p=reject', 'v=DMARC1; p=reject; sp=none', 250],
  ])('from a subdomain is judged by %s', async (_what, record, code) => {
    const mail = MAIL.replaceAll('@senders.test', '@news.senders.test');
    const records = { 'TXT _dmarc.senders.test': record, 'A news.senders.test': '192.0.2.1', ...LIST_SPF };
    expect((await forward(records, mail, 'x@lists.test')).reply).toMatch(new RegExp(`^${code} `));
  });

  it('loses the marks of ours that it came with', async () => {
    const forged = 'x-nameplate-authentication : dmarc=pass\r\nX-Nameplate-Authentication:\r\n dmarc=pass\r\n';
    const { text, steps } = await forward(SPF, forged + MAIL, 'carol@senders.test');
    expect(text).not.toMatch(/x-nameplate/i);
    expect(steps).toContainEqual({ step: 'changed', changes: ['sender', 'results-removed', 'signed', 'sealed'] });
  });
});

describe('a chain under p=reject', () => {
  const PASS = 'mx.lists.test; dmarc=pass header.from=senders.test';

  it.each([
    ['a trusted sealer that saw dmarc=pass', ['lists.test'], PASS, 250],
    ['a trusted sealer that saw dmarc=fail', ['lists.test'], 'mx.lists.test; dmarc=fail header.from=senders.test', 550],
    ['a trusted sealer that tells nothing of DMARC', ['lists.test'], 'mx.lists.test; spf=pass', 550],
    ['a trusted sealer that saw another author', ['lists.test'], PASS.replace('senders', 'mallory'), 550],
    ['a sealer that nobody trusts', ['others.test'], PASS, 550],
  ])('of %s', async (_what, trustedSealers, results, code) => {
    const mail = await sealedBy('lists.test', MAIL, results);
    const { reply, downstream } = await forward(dmarc('reject'), mail, 'x@elsewhere.test', { trustedSealers });
    expect(reply).toMatch(new RegExp(`^${code} `));
    if (code === 250) expect(downstream?.arc).toMatchObject({ i: 2, status: { result: 'pass' } });
  });

  it('that vouches lets mail go on marked and from an address of ours, signed', async () => {
    const mail = await sealedBy('lists.test', MAIL, PASS);
    const trustedSealers = ['lists.test'];
    const { text, downstream } = await forward(dmarc('reject'), mail, 'x@elsewhere.test', { trustedSealers });
    expect(text).toContain('X-Nameplate-Authentication: dmarc=fail (excused by the ARC chain of lists.test)\r\n');
    expect(text).toMatch(/\r\nFrom: "Carol via alice"\r\n <via-[a-z2-7]{23}@handles\.test>\r\n/);
    expect(downstream?.dkim.results).toMatchObject([{ status: { result: 'pass', aligned: 'handles.test' } }]);
  });

  it('whose message was changed after it was sealed vouches for nothing', async () => {
    const mail = (await sealedBy('lists.test', MAIL, PASS)).replace('Subject: hi', 'Subject: pay this');
    const { reply } = await forward(dmarc('reject'), mail, 'x@elsewhere.test', { trustedSealers: ['lists.test'] });
    expect(reply).toMatch(/^550 /);
  });
});

describe('a mailing list that the recipient has allowed, under p=reject', () => {
  const lists = (...ids: string[]) => ({ lists: new Set(ids) });

  it.each<[string, string[], string, string, number]>([
    ['its List-Id', ['dev.lists.test'], 'dev.lists.test', 'lists.test', 250],
    ['its domain', ['lists.test'], 'dev.lists.test', 'lists.test', 250],
    ['its List-Id, and a signer below its organization', ['dev.lists.test'], 'dev.lists.test', 'mta.lists.test', 250],
    ['another list', ['news.lists.test'], 'dev.lists.test', 'lists.test', 550],
    ['another list whose name ends alike', ['v.lists.test'], 'dev.lists.test', 'lists.test', 550],
    ['its List-Id, and a signature of somebody else', ['dev.lists.test'], 'dev.lists.test', 'mallory.test', 550],
    ['a list of theirs, and the List-Id of the spoofer', ['dev.lists.test'], 'dev.mallory.test', 'mallory.test', 550],
  ])('by %s', async (_what, allowed, listId, signer, code) => {
    const mail = await signedBy(signer, listMail(listId));
    const { reply, text } = await forward(dmarc('reject'), mail, 'x@lists.test', {}, lists(...allowed));
    expect(reply).toMatch(new RegExp(`^${code} `));
    if (code === 550) return;
    expect(text).toContain(
      `X-Nameplate-Authentication: dmarc=fail (excused by the mailing list ${listId}, which the recipient allowed)\r\n`,
    );
    expect(text).toMatch(/\r\nFrom: "Carol via alice"/);
  });

  it.each([
    ['no signature', async () => listMail()],
    ['a signature that does not hold', async () => (await signedBy('lists.test', listMail())).replace('hi', 'hello')],
    ['two List-Ids', () => signedBy('lists.test', `List-Id: <dev.lists.test>\r\n${listMail('x.mallory.test')}`)],
    ['a List-Id that is none', () => signedBy('lists.test', listMail('dev lists.test'))],
  ])('is refused with %s', async (_what, mail) => {
    const { reply } = await forward(dmarc('reject'), await mail(), 'x@lists.test', {}, lists('dev.lists.test'));
    expect(reply).toMatch(/^550 /);
  });

  it('tells the recipient which list could be allowed', async () => {
    const { checked } = await forward(dmarc('reject'), await signedBy('lists.test', listMail()), 'x@lists.test');
    expect(checked).toMatchObject({ list: 'dev.lists.test' });
    const spoofed = await forward(dmarc('reject'), await signedBy('mallory.test', listMail()), 'x@lists.test');
    expect(spoofed.checked).not.toHaveProperty('list');
  });

  it('reaches those of several recipients who allowed it; the others are reported to the list', async () => {
    const world = worldOf({ ...dmarc('reject'), ...LIST_SPF });
    await using server = await startMailServer({ resolver: world });
    allow(server, lists('dev.lists.test'));
    const mail = await signedBy('lists.test', listMail());
    expect(await send(server, mail, 'x@lists.test', ['bob@handles.test', 'alice@handles.test'])).toMatch(/^250 /);
    expect(server.queue.rows.map(({ destination }) => destination).sort()).toEqual([
      'alice.inbox@elsewhere.test',
      'x@lists.test',
    ]);
    const steps = [...server.flights.values()].map((flight) => flight.map(({ step }) => step));
    expect(steps).toContainEqual(['received', 'checked', 'returned']);
    expect(steps).toContainEqual(['received', 'checked', 'changed', 'queued']);
  });

  it('under p=quarantine keeps From unless all recipients have allowed it', async () => {
    const mail = await signedBy('lists.test', listMail());
    const excused = await forward(dmarc('quarantine'), mail, 'x@lists.test', {}, lists('lists.test'));
    expect(excused.text).toMatch(/\r\nFrom: "Carol via alice"/);
    const plain = await forward(dmarc('quarantine'), mail, 'x@lists.test');
    expect(plain.text).toContain('\r\nFrom: Carol <carol@senders.test>\r\n');
  });
});

describe('authors of several domains, of whom DMARC can say nothing', () => {
  const mail = MAIL.replace('<carol@senders.test>', '<carol@senders.test>, Mallory <mallory@others.test>');
  const OTHERS_SPF: Records = { 'TXT others.test': 'v=spf1 ip4:127.0.0.1 -all' };

  it.each<[string, Records, () => Promise<string>, number]>([
    ['nothing speaks for them', {}, async () => mail, 550],
    ['SPF of whoever sent it passes', LIST_SPF, async () => mail, 550],
    ['SPF of one of them passes', OTHERS_SPF, async () => mail, 550],
    ['SPF of one and a signature of the other pass', OTHERS_SPF, () => signedBy('senders.test', mail), 250],
  ])('where %s', async (_what, records, text, code) => {
    const from = records === OTHERS_SPF ? 'mallory@others.test' : 'x@lists.test';
    const { reply, checked } = await forward({ ...dmarc('reject'), ...records }, await text(), from);
    expect(reply).toMatch(new RegExp(`^${code} `));
    expect(checked).toMatchObject({ verdicts: { dmarc: { result: 'permerror' } } });
  });

  it('several authors of one domain are as one', async () => {
    const both = MAIL.replace('<carol@senders.test>', '<carol@senders.test>, Dan <dan@senders.test>');
    const { reply } = await forward({ ...SPF, ...dmarc('reject') }, both, 'carol@senders.test');
    expect(reply).toMatch(/^250 /);
  });
});

describe('trouble of the DNS', () => {
  const away = { fails: 'ESERVFAIL' };

  it.each<[string, Records, () => Promise<string>]>([
    ['of the policy', { 'TXT _dmarc.senders.test': away }, async () => MAIL],
    ['of SPF', { ...dmarc('reject'), 'TXT lists.test': away }, async () => MAIL],
    ['of the key', { ...dmarc('reject'), 'TXT s._domainkey.senders.test': away }, () => signedBy('senders.test', MAIL)],
  ])('%s that could decide puts the mail off', async (_what, records, mail) => {
    const { reply, steps } = await forward(records, await mail(), 'x@lists.test');
    expect(reply).toMatch(/^451 4\.4\.3 /);
    expect(steps.at(-1)).toMatchObject({ step: 'refused', code: 451 });
  });

  it('that decides nothing holds nothing up', async () => {
    const records = { ...SPF, 'TXT _dmarc.senders.test': away };
    expect((await forward(records, MAIL, 'carol@senders.test')).reply).toMatch(/^250 /);
    expect((await forward({ ...dmarc('none'), 'TXT lists.test': away }, MAIL, 'x@lists.test')).reply).toMatch(/^250 /);
  });
});

it('answers to a From of ours are refused with the way to answer', async () => {
  let server: MailServer | undefined;
  server = await startMailServer({ resolver: worldOf({ ...SPF, ...dmarc('reject') }, () => server as MailServer) });
  await using opened = server;
  await send(opened, MAIL, 'carol@senders.test');
  const address = /<(via-[^>]+)>/.exec(opened.inbox.received[0]?.bytes.toString() ?? '')?.[1] ?? '';
  expect(await send(opened, MAIL, 'someone@elsewhere.test', [address])).toMatch(/^550 5\.1\.1 .*Reply-To/);
  expect(await send(opened, MAIL, '', [address])).toMatch(/^550 5\.1\.1 .*Reply-To/);
});
