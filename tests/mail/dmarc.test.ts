import { describe, expect, test } from 'vitest';
import { type Records, sealedBy, send, signedBy, verified, worldOf } from './elsewhere.ts';
import { type House, openHouse } from './house.ts';

const MAIL =
  'From: Carol <carol@senders.test>\r\nTo: alice@handles.test\r\nSubject: hi\r\n' +
  'Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@senders.test>\r\n\r\nHello\r\n';
const SPF: Records = { 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all' };
const LIST_SPF: Records = { 'TXT lists.test': 'v=spf1 ip4:127.0.0.1 -all' };
const dmarc = (policy: string): Records => ({ 'TXT _dmarc.senders.test': `v=DMARC1; p=${policy}` });

async function forward(records: Records, text: string, from: string, options = {}) {
  let house: House | undefined;
  const world = worldOf(records, () => house as House);
  house = await openHouse({ resolver: world, options });
  await using opened = house;
  const reply = await send(opened, text, from);
  const received = opened.inbox.received.at(-1);
  const [steps = []] = [...opened.flights.values()];
  const checked = steps.find(({ step }) => step === 'checked');
  const downstream = received && (await verified(received.bytes, world));
  return { reply, text: received?.bytes.toString() ?? '', steps, checked, downstream, asked: world.asked };
}

describe('an aligned signature passes, whatever the policy, and From stays', () => {
  test.each(['none', 'quarantine', 'reject'])('p=%s', async (policy) => {
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
  test('under p=none stays as it is', async () => {
    const { reply, text } = await forward({ ...SPF, ...dmarc('none') }, MAIL, 'carol@senders.test');
    expect(reply).toMatch(/^250 /);
    expect(text).toContain('\r\nFrom: Carol <carol@senders.test>\r\n');
    expect(text).not.toMatch(/^(DKIM-Signature|Reply-To):/m);
  });

  test.each(['quarantine', 'reject'])(
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

  test('with a signature of another domain is SPF alone', async () => {
    const mail = await signedBy('provider.test', MAIL);
    const { text } = await forward({ ...SPF, ...dmarc('reject') }, mail, 'carol@senders.test');
    expect(text).toMatch(/\r\nFrom: "Carol via alice"/);
  });
});

describe('what fails', () => {
  test.each(['none', 'quarantine'])('goes on, marked, under p=%s', async (policy) => {
    const { reply, text, checked } = await forward(dmarc(policy), MAIL, 'x@lists.test');
    expect(reply).toMatch(/^250 /);
    expect(text).toMatch(/\tdmarc=fail /);
    expect(checked).toMatchObject({ verdicts: { dmarc: { result: 'fail', policy } } });
    expect(checked && 'note' in checked).toBe(policy === 'quarantine');
  });

  test('is refused under p=reject when nothing speaks for it, and recorded', async () => {
    const { reply, text, steps } = await forward(dmarc('reject'), MAIL, 'x@lists.test');
    expect(reply).toMatch(/^550 5\.7\.1 senders\.test /);
    expect(text).toBe('');
    expect(steps.map(({ step }) => step)).toEqual(['received', 'checked', 'refused']);
  });

  test.each([
    ['SPF of the list', LIST_SPF, async () => MAIL],
    ['a signature of the list', {}, () => signedBy('lists.test', MAIL)],
  ])('goes on under p=reject with %s', async (_what, records, mail) => {
    const { reply, checked } = await forward({ ...dmarc('reject'), ...records }, await mail(), 'x@lists.test');
    expect(reply).toMatch(/^250 /);
    expect(checked).toMatchObject({ note: expect.stringContaining('asks to refuse') });
  });

  test.each([
    ['trusted, and saw it pass', ['lists.test'], 'mx.lists.test; dmarc=pass header.from=senders.test', 250],
    ['trusted, and saw it fail', ['lists.test'], 'mx.lists.test; dmarc=fail header.from=senders.test', 550],
    ['a stranger', ['others.test'], 'mx.lists.test; dmarc=pass header.from=senders.test', 550],
  ])('under p=reject with a chain whose sealer is %s', async (_what, trustedSealers, results, code) => {
    const mail = await sealedBy('lists.test', MAIL, results);
    const { reply, downstream } = await forward(dmarc('reject'), mail, 'x@elsewhere.test', { trustedSealers });
    expect(reply).toMatch(new RegExp(`^${code} `));
    if (code === 250) expect(downstream?.arc).toMatchObject({ i: 2, status: { result: 'pass' } });
  });
});

describe('authors of several domains, of whom DMARC can say nothing', () => {
  const mail = MAIL.replace('<carol@senders.test>', '<carol@senders.test>, Mallory <mallory@others.test>');

  test.each<[string, Records, number]>([
    ['nothing speaks for them', {}, 550],
    ['SPF of whoever sent it passes', LIST_SPF, 250],
  ])('where %s', async (_what, records, code) => {
    const { reply, checked } = await forward({ ...dmarc('reject'), ...records }, mail, 'x@lists.test');
    expect(reply).toMatch(new RegExp(`^${code} `));
    expect(checked).toMatchObject({ verdicts: { dmarc: { result: 'permerror' } } });
  });

  test('several authors of one domain are as one', async () => {
    const both = MAIL.replace('<carol@senders.test>', '<carol@senders.test>, Dan <dan@senders.test>');
    const { reply } = await forward({ ...SPF, ...dmarc('reject') }, both, 'carol@senders.test');
    expect(reply).toMatch(/^250 /);
  });
});

describe('trouble of the DNS', () => {
  const away = { fails: 'ESERVFAIL' };

  test.each<[string, Records, () => Promise<string>]>([
    ['of the policy', { 'TXT _dmarc.senders.test': away }, async () => MAIL],
    ['of SPF', { ...dmarc('reject'), 'TXT lists.test': away }, async () => MAIL],
    ['of the key', { ...dmarc('reject'), 'TXT s._domainkey.senders.test': away }, () => signedBy('senders.test', MAIL)],
  ])('%s that could decide puts the mail off', async (_what, records, mail) => {
    const { reply, steps } = await forward(records, await mail(), 'x@lists.test');
    expect(reply).toMatch(/^451 4\.4\.3 /);
    expect(steps.at(-1)).toMatchObject({ step: 'refused', code: 451 });
  });

  test('that decides nothing holds nothing up', async () => {
    const records = { ...SPF, 'TXT _dmarc.senders.test': away };
    expect((await forward(records, MAIL, 'carol@senders.test')).reply).toMatch(/^250 /);
    expect((await forward({ ...dmarc('none'), 'TXT lists.test': away }, MAIL, 'x@lists.test')).reply).toMatch(/^250 /);
  });
});

test('answers to a From of ours are refused with the way to answer', async () => {
  let house: House | undefined;
  house = await openHouse({ resolver: worldOf({ ...SPF, ...dmarc('reject') }, () => house as House) });
  await using opened = house;
  await send(opened, MAIL, 'carol@senders.test');
  const address = /<(via-[^>]+)>/.exec(opened.inbox.received[0]?.bytes.toString() ?? '')?.[1] ?? '';
  expect(await send(opened, MAIL, 'someone@elsewhere.test', [address])).toMatch(/^550 5\.1\.1 .*Reply-To/);
  expect(await send(opened, MAIL, '', [address])).toMatch(/^550 5\.1\.1 .*Reply-To/);
});
