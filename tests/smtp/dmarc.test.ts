import { describe, expect, it } from 'vitest';
import { allow, dmarc, forward, HELO_SPF, LIST_SPF, listMail, MAIL, SPF } from './dmarc-records.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { dnsWith, type Records, sealedBy, send, signedBy } from './signed-senders.ts';

describe('an aligned DKIM signature', () => {
  it.each(['none', 'quarantine', 'reject'])(
    'keeps From of mail with an aligned DKIM signature under p=%s',
    async (policy) => {
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
    },
  );
});

describe('an SPF pass without an aligned signature', () => {
  it('keeps From of mail that only SPF authenticates under p=none, and signs it', async () => {
    const { reply, text } = await forward({ ...SPF, ...dmarc('none') }, MAIL, 'carol@senders.test');
    expect(reply).toMatch(/^250 /);
    expect(text).toContain('\r\nFrom: Carol <carol@senders.test>\r\n');
    expect(text).toMatch(/^DKIM-Signature: v=1; .*d=handles\.test;/m);
    expect(text).not.toMatch(/^Reply-To:/m);
  });

  it.each(['quarantine', 'reject'])(
    'rewrites From of mail that only SPF authenticates under p=%s, signs it and sets Reply-To to the author',
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

  it('rewrites From if the only signature is of another domain', async () => {
    const mail = await signedBy('provider.test', MAIL);
    const { text } = await forward({ ...SPF, ...dmarc('reject') }, mail, 'carol@senders.test');
    expect(text).toMatch(/\r\nFrom: "Carol via alice"/);
  });
});

describe('mail that fails DMARC', () => {
  it.each(['none', 'quarantine'])('forwards mail that fails DMARC under p=%s with the result', async (policy) => {
    const { reply, text, checked } = await forward(dmarc(policy), MAIL, 'x@lists.test');
    expect(reply).toMatch(/^250 /);
    expect(text).toMatch(/\tdmarc=fail /);
    expect(checked).toMatchObject({ verdicts: { dmarc: { result: 'fail', policy } } });
    expect(checked && 'note' in checked).toBe(policy === 'quarantine');
  });

  it('rejects mail that fails DMARC under p=reject, and records it', async () => {
    const { reply, text, steps } = await forward(dmarc('reject'), MAIL, 'x@lists.test');
    expect(reply).toMatch(/^550 5\.7\.1 Rejected: the DMARC policy of senders\.test /);
    expect(text).toBe('');
    expect(steps.map(({ step }) => step)).toEqual(['received', 'checked', 'refused']);
  });

  it('keeps From and adds X-Nameplate-Authentication to mail that fails DMARC under p=quarantine', async () => {
    const { text } = await forward(dmarc('quarantine'), MAIL, 'x@lists.test');
    expect(text).toContain('\r\nX-Nameplate-Authentication: dmarc=fail (senders.test asks for quarantine)\r\n');
    expect(text).toContain('\r\nFrom: Carol <carol@senders.test>\r\n');
    expect((await forward(dmarc('none'), MAIL, 'x@lists.test')).text).not.toContain('X-Nameplate');
  });

  it.each<[string, Records, () => Promise<string>, string]>([
    ['an SPF pass of the spoofer', LIST_SPF, async () => MAIL, 'x@lists.test'],
    ['an SPF pass of the HELO name and a null sender', HELO_SPF, async () => MAIL, ''],
    ['a signature of the spoofer', {}, () => signedBy('lists.test', MAIL), 'x@lists.test'],
    ['a List-Id', LIST_SPF, async () => listMail(), 'x@lists.test'],
    [
      'a List-Id, an SPF pass and a signature of the spoofer',
      LIST_SPF,
      () => signedBy('lists.test', listMail()),
      'x@lists.test',
    ],
  ])('rejects spoofed mail under p=reject despite %s', async (_what, records, mail, from) => {
    const { reply, text, steps } = await forward({ ...dmarc('reject'), ...records }, await mail(), from);
    expect(reply).toMatch(/^550 5\.7\.1 Rejected: the DMARC policy of senders\.test /);
    expect(text).toBe('');
    expect(steps.at(-1)).toMatchObject({ step: 'refused', code: 550 });
  });

  it.each([
    ['sp=reject of the organization', 'v=DMARC1; p=none; sp=reject', 550],
    ['p=reject; t=y, which means quarantine', 'v=DMARC1; p=reject; t=y', 250],
    ['sp=none below p=reject', 'v=DMARC1; p=reject; sp=none', 250],
  ])('applies the policy to mail of a subdomain: %s', async (_what, record, code) => {
    const mail = MAIL.replaceAll('@senders.test', '@news.senders.test');
    const records = { 'TXT _dmarc.senders.test': record, 'A news.senders.test': '192.0.2.1', ...LIST_SPF };
    expect((await forward(records, mail, 'x@lists.test')).reply).toMatch(new RegExp(`^${code} `));
  });

  it('removes forged X-Nameplate-Authentication fields', async () => {
    const forged = 'x-nameplate-authentication : dmarc=pass\r\nX-Nameplate-Authentication:\r\n dmarc=pass\r\n';
    const { text, steps } = await forward(SPF, forged + MAIL, 'carol@senders.test');
    expect(text).not.toMatch(/x-nameplate/i);
    expect(steps).toContainEqual({ step: 'changed', changes: ['sender', 'results-removed', 'signed', 'sealed'] });
  });
});

describe('an ARC chain under p=reject', () => {
  const PASS = 'mx.lists.test; dmarc=pass header.from=senders.test';

  it.each([
    ['a trusted sealer that saw dmarc=pass', ['lists.test'], PASS, 250],
    ['a trusted sealer that saw dmarc=fail', ['lists.test'], 'mx.lists.test; dmarc=fail header.from=senders.test', 550],
    ['a trusted sealer without a DMARC result', ['lists.test'], 'mx.lists.test; spf=pass', 550],
    ['a trusted sealer that saw another author', ['lists.test'], PASS.replace('senders', 'mallory'), 550],
    ['an untrusted sealer', ['others.test'], PASS, 550],
  ])(
    'excuses a DMARC failure only if a trusted ARC sealer saw dmarc=pass: %s',
    async (_what, trustedSealers, results, code) => {
      const mail = await sealedBy('lists.test', MAIL, results);
      const { reply, downstream } = await forward(dmarc('reject'), mail, 'x@elsewhere.test', { trustedSealers });
      expect(reply).toMatch(new RegExp(`^${code} `));
      if (code === 250) expect(downstream?.arc).toMatchObject({ i: 2, status: { result: 'pass' } });
    },
  );

  it('rewrites From, signs and adds X-Nameplate-Authentication if the ARC chain of a trusted sealer excuses mail', async () => {
    const mail = await sealedBy('lists.test', MAIL, PASS);
    const trustedSealers = ['lists.test'];
    const { text, downstream } = await forward(dmarc('reject'), mail, 'x@elsewhere.test', { trustedSealers });
    expect(text).toContain('X-Nameplate-Authentication: dmarc=fail (excused by the ARC chain of lists.test)\r\n');
    expect(text).toMatch(/\r\nFrom: "Carol via alice"\r\n <via-[a-z2-7]{23}@handles\.test>\r\n/);
    expect(downstream?.dkim.results).toMatchObject([{ status: { result: 'pass', aligned: 'handles.test' } }]);
  });

  it('ignores the ARC chain of a message that was modified after it was sealed', async () => {
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
    [
      'its List-Id, signed by a subdomain of its organization',
      ['dev.lists.test'],
      'dev.lists.test',
      'mta.lists.test',
      250,
    ],
    ['another list', ['news.lists.test'], 'dev.lists.test', 'lists.test', 550],
    ['another list with the same suffix', ['v.lists.test'], 'dev.lists.test', 'lists.test', 550],
    ['its List-Id, signed by another domain', ['dev.lists.test'], 'dev.lists.test', 'mallory.test', 550],
    ['another List-Id, signed by the spoofer', ['dev.lists.test'], 'dev.mallory.test', 'mallory.test', 550],
  ])(
    'accepts list mail under p=reject only if an allowed list signed its List-Id: %s',
    async (_what, allowed, listId, signer, code) => {
      const mail = await signedBy(signer, listMail(listId));
      const { reply, text } = await forward(dmarc('reject'), mail, 'x@lists.test', {}, lists(...allowed));
      expect(reply).toMatch(new RegExp(`^${code} `));
      if (code === 550) return;
      expect(text).toContain(
        `X-Nameplate-Authentication: dmarc=fail (excused by the mailing list ${listId}, which the recipient allowed)\r\n`,
      );
      expect(text).toMatch(/\r\nFrom: "Carol via alice"/);
    },
  );

  it.each([
    ['no signature', async () => listMail()],
    ['an invalid signature', async () => (await signedBy('lists.test', listMail())).replace('hi', 'hello')],
    ['two List-Ids', () => signedBy('lists.test', `List-Id: <dev.lists.test>\r\n${listMail('x.mallory.test')}`)],
    ['an invalid List-Id', () => signedBy('lists.test', listMail('dev lists.test'))],
  ])('rejects mail of an allowed list under p=reject with %s', async (_what, mail) => {
    const { reply } = await forward(dmarc('reject'), await mail(), 'x@lists.test', {}, lists('dev.lists.test'));
    expect(reply).toMatch(/^550 /);
  });

  it('records the mailing list that the recipient could allow', async () => {
    const { checked } = await forward(dmarc('reject'), await signedBy('lists.test', listMail()), 'x@lists.test');
    expect(checked).toMatchObject({ list: 'dev.lists.test' });
    const spoofed = await forward(dmarc('reject'), await signedBy('mallory.test', listMail()), 'x@lists.test');
    expect(spoofed.checked).not.toHaveProperty('list');
  });

  it('delivers list mail to the recipients who allowed the list, and returns a failure notice for the others', async () => {
    const dns = dnsWith({ ...dmarc('reject'), ...LIST_SPF });
    await using server = await startMailServer({ resolver: dns });
    allow(server, lists('dev.lists.test'));
    const mail = await signedBy('lists.test', listMail());
    expect(await send(server, mail, 'x@lists.test', ['bob@handles.test', 'alice@handles.test'])).toMatch(/^250 /);
    expect(server.queue.rows.map(({ destination }) => destination).sort()).toEqual([
      'alice.inbox@elsewhere.test',
      'x@lists.test',
    ]);
    const steps = [...server.deliveries.values()].map((delivered) => delivered.map(({ step }) => step));
    expect(steps).toContainEqual(['received', 'checked', 'returned']);
    expect(steps).toContainEqual(['received', 'checked', 'changed', 'queued']);
  });

  it('keeps From of list mail under p=quarantine unless the recipient has allowed the list', async () => {
    const mail = await signedBy('lists.test', listMail());
    const excused = await forward(dmarc('quarantine'), mail, 'x@lists.test', {}, lists('lists.test'));
    expect(excused.text).toMatch(/\r\nFrom: "Carol via alice"/);
    const plain = await forward(dmarc('quarantine'), mail, 'x@lists.test');
    expect(plain.text).toContain('\r\nFrom: Carol <carol@senders.test>\r\n');
  });
});

describe('a From field with authors of several domains', () => {
  const mail = MAIL.replace('<carol@senders.test>', '<carol@senders.test>, Mallory <mallory@others.test>');
  const OTHERS_SPF: Records = { 'TXT others.test': 'v=spf1 ip4:127.0.0.1 -all' };

  it.each<[string, Records, () => Promise<string>, number]>([
    ['no SPF or DKIM pass', {}, async () => mail, 550],
    ['an SPF pass of the sender', LIST_SPF, async () => mail, 550],
    ['an SPF pass of one author', OTHERS_SPF, async () => mail, 550],
    ['an SPF pass of one author and a signature of the other', OTHERS_SPF, () => signedBy('senders.test', mail), 250],
  ])(
    'rejects mail of authors of several domains unless all are authenticated: %s',
    async (_what, records, text, code) => {
      const from = records === OTHERS_SPF ? 'mallory@others.test' : 'x@lists.test';
      const { reply, checked } = await forward({ ...dmarc('reject'), ...records }, await text(), from);
      expect(reply).toMatch(new RegExp(`^${code} `));
      expect(checked).toMatchObject({ verdicts: { dmarc: { result: 'permerror' } } });
    },
  );

  it('treats several authors of one domain like a single author', async () => {
    const both = MAIL.replace('<carol@senders.test>', '<carol@senders.test>, Dan <dan@senders.test>');
    const { reply } = await forward({ ...SPF, ...dmarc('reject') }, both, 'carol@senders.test');
    expect(reply).toMatch(/^250 /);
  });
});

describe('a DNS failure', () => {
  const away = { fails: 'ESERVFAIL' };

  it.each<[string, Records, () => Promise<string>]>([
    ['the policy', { 'TXT _dmarc.senders.test': away }, async () => MAIL],
    ['the SPF record', { ...dmarc('reject'), 'TXT lists.test': away }, async () => MAIL],
    ['the key', { ...dmarc('reject'), 'TXT s._domainkey.senders.test': away }, () => signedBy('senders.test', MAIL)],
  ])('defers mail if the DMARC result depends on a failed DNS lookup of %s', async (_what, records, mail) => {
    const { reply, steps } = await forward(records, await mail(), 'x@lists.test');
    expect(reply).toMatch(/^451 4\.4\.3 /);
    expect(steps.at(-1)).toMatchObject({ step: 'refused', code: 451 });
  });

  it('does not defer mail if the DMARC result does not depend on the failed DNS lookup', async () => {
    const records = { ...SPF, 'TXT _dmarc.senders.test': away };
    expect((await forward(records, MAIL, 'carol@senders.test')).reply).toMatch(/^250 /);
    expect((await forward({ ...dmarc('none'), 'TXT lists.test': away }, MAIL, 'x@lists.test')).reply).toMatch(/^250 /);
  });
});

it('rejects mail to a rewritten From address and refers to Reply-To', async () => {
  let server: MailServer | undefined;
  server = await startMailServer({ resolver: dnsWith({ ...SPF, ...dmarc('reject') }, () => server as MailServer) });
  await using opened = server;
  await send(opened, MAIL, 'carol@senders.test');
  const address = /<(via-[^>]+)>/.exec(opened.inbox.received[0]?.bytes.toString() ?? '')?.[1] ?? '';
  expect(await send(opened, MAIL, 'someone@elsewhere.test', [address])).toMatch(/^550 5\.1\.1 .*Reply-To/);
  expect(await send(opened, MAIL, '', [address])).toMatch(/^550 5\.1\.1 .*Reply-To/);
});
