import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import type { Resolution } from '../../mail/host/directory.ts';
import type { Transport } from '../../mail/host/transport.ts';
import { decided, MAIL, onceEach, replying, replyRows, start } from './auto-replies.ts';
import { running, until } from './queued.ts';
import { dnsWith, send, signedBy, verified } from './signed-senders.ts';

const without = (name: string) => MAIL.replace(new RegExp(`^${name}:.*\r\n`, 'm'), '');
const withLine = (line: string) => `${line}\r\n${MAIL}`;

describe('an automatic reply', () => {
  it('an automatic reply goes to the envelope sender from the null sender, signed for the handle, and names no inbox', async () => {
    const dns = dnsWith({ 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all' }, () => server);
    await using server = await start({ resolver: dns });
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 /);
    await decided(server);
    const runner = await running(server);
    const [, reply] = await server.inbox.waitFor(2);
    await runner.stop();
    expect({ from: reply?.from, to: reply?.to }).toEqual({ from: '', to: ['carol@senders.test'] });
    const bytes = reply?.bytes ?? Buffer.alloc(0);
    const { from, to, subject, text, inReplyTo, references, headers } = await PostalMime.parse(bytes);
    expect({ from, to, subject, text, inReplyTo, references }).toEqual({
      from: { name: 'Alice Meyer', address: 'alice@handles.test' },
      to: [{ name: '', address: 'carol@senders.test' }],
      subject: 'Away, Carol Jörg',
      text: 'Hi Carol Jörg,\n\nback on Monday.\n',
      inReplyTo: '<lunch@senders.test>',
      references: '<lunch@senders.test>',
    });
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-replied');
    expect(bytes.toString()).not.toMatch(/elsewhere|alice\.inbox|127\.0\.0\.1/);
    const { dkim, dmarc } = await verified(
      bytes,
      dnsWith({ 'TXT _dmarc.handles.test': 'v=DMARC1; p=reject' }, () => server),
    );
    expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
    expect(dmarc ? dmarc.status.result : '').toBe('pass');
  });

  it('an automatic reply is in the delivery log as sent mail', async () => {
    await using server = await start();
    await send(server, MAIL, 'carol@senders.test');
    await decided(server);
    const id = replyRows(server)[0]?.id ?? '';
    expect(server.deliveries.get(id)).toMatchObject([
      {
        step: 'received',
        direction: 'sent',
        key: 'alice',
        recipient: 'carol@senders.test',
        sender: 'alice@handles.test',
        subject: 'Away, Carol Jörg',
        client: '',
      },
      { step: 'queued', after: 0 },
    ]);
    const runner = await running(server);
    await until(() => server.queue.rows.length === 0);
    await runner.stop();
    expect(server.deliveries.get(id)?.at(-1)).toMatchObject({ step: 'tried', result: { kind: 'delivered' } });
  });

  it('an automatic reply goes once for a message to several inboxes, even if one accepts it from the queue', async () => {
    const { replies, calls } = onceEach();
    let isLate = true;
    const transport: Transport = {
      deliver: async ({ to }) =>
        isLate && to === 'anna@two.test'
          ? { kind: 'deferred', code: 451, enhanced: '4.3.2', text: 'Later' }
          : { kind: 'delivered', code: 250, text: 'Accepted', final: true },
      close: async () => {},
    };
    await using server = await start({ autoReplies: replies, transport: () => transport });
    const others = [
      { id: 7, address: 'anna@two.test' },
      { id: 8, address: 'ben@three.test' },
    ];
    server.recipients.alice = { ...replying('alice'), others } as Resolution;
    await send(server, MAIL, 'carol@senders.test');
    await until(() => replyRows(server).length === 1);
    isLate = false;
    const isCopyQueued = () => server.queue.rows.some(({ destination }) => destination === 'anna@two.test');
    expect(isCopyQueued()).toBe(true);
    for (const row of server.queue.rows) row.nextTry = 0;
    const runner = await running(server);
    await until(() => !isCopyQueued());
    await runner.stop();
    expect(calls.filter((call) => call.startsWith('take'))).toEqual(['take alice carol@senders.test']);
  });

  it('an automatic reply goes once to a sender, for each handle that the message names', async () => {
    await using server = await start();
    server.recipients.bob = replying('bob', 'bob.inbox@other.test');
    const both = MAIL.replace('To: Alice <alice@handles.test>', 'To: alice@handles.test, bob+x@handles.test');
    await send(server, both, 'carol@senders.test', [
      'alice@handles.test',
      'alice+y@handles.test',
      'bob+x@handles.test',
    ]);
    await until(() => replyRows(server).length === 2);
    expect(replyRows(server).map(({ key, recipient }) => `${key} ${recipient}`)).toEqual([
      'alice alice@handles.test',
      'bob bob@handles.test',
    ]);
    await send(server, MAIL, 'carol@senders.test');
    await send(server, MAIL.replaceAll('carol@', 'dave@'), 'dave@senders.test');
    await until(() => replyRows(server).length === 3);
    expect(replyRows(server).at(-1)?.destination).toBe('dave@senders.test');
  });

  it('an automatic reply goes to a sender whose aligned signature covers the recipients, without SPF', async () => {
    const resolver = dnsWith({});
    await using server = await start({ resolver });
    await send(server, await signedBy('senders.test', MAIL), 'carol@senders.test');
    await until(() => replyRows(server).length === 1);
    // A replay: the author's signature is valid, but somebody has added our address.
    const toOther = await signedBy(
      'senders.test',
      MAIL.replace('alice@handles.test', 'other@x.test').replace('carol@', 'dave@'),
    );
    await send(server, `Cc: alice@handles.test\r\n${toOther}`, 'dave@senders.test');
    await decided(server, 2);
    expect(server.log.join('\n')).toContain('"reason":"unverified-sender"');
    expect(replyRows(server)).toHaveLength(1);
  });

  it('an automatic reply follows mail that was queued', async () => {
    await using server = await start();
    server.inbox.on('rcpt', '450 4.2.1 later');
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 /);
    await until(() => replyRows(server).length === 1);
    expect(server.queue.rows).toHaveLength(2);
  });
});

describe('no automatic reply', () => {
  it.each<[string, string, string, string[]?]>([
    ['to the null sender', MAIL, ''],
    ['to another sender than the author of another domain', MAIL, 'victim@other.test'],
    [
      'to an author of another domain than the sender',
      MAIL.replace('carol@senders', 'carol@else'),
      'carol@senders.test',
    ],
    ['to list mail', withLine('List-Id: <l.senders.test>'), 'carol@senders.test'],
    ['to an automatic reply', withLine('Auto-Submitted: auto-replied'), 'carol@senders.test'],
    ['to mail that names the handle only in the envelope', without('To'), 'carol@senders.test'],
    ['to mail to another address', MAIL.replace('alice@', 'alicia@'), 'carol@senders.test'],
    ['to no-reply addresses', MAIL.replace('carol@', 'noreply@'), 'noreply@senders.test'],
    ['to our own domain', MAIL.replace('carol@senders.test', 'bob@handles.test'), 'bob@handles.test'],
    ['to one of our return addresses', MAIL, 'srs0=aaaaaaaaaaaaa=aa=alice=senders.test=carol@handles.test'],
    [
      'to mail that came from us',
      withLine('Received: from a.test by mx.handles.test with ESMTP id 1; x'),
      'carol@senders.test',
    ],
  ])('no automatic reply goes %s', async (_case, mail, from) => {
    const { replies, calls } = onceEach();
    await using server = await start({ autoReplies: replies });
    expect(await send(server, mail, from)).toMatch(/^250 /);
    await decided(server);
    expect(replyRows(server)).toHaveLength(0);
    expect(calls).toEqual([]);
  });

  it('no automatic reply goes to mail that was rejected, dropped or blocked, or to a handle without a reply', async () => {
    const { replies, calls } = onceEach();
    await using server = await start({ autoReplies: replies });
    server.inbox.on('rcpt', '550 5.1.1 unknown', 1);
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^550 /);
    const blocked = new Set(['carol@senders.test']);
    server.recipients.alice = { ...replying('alice'), policy: { autoReply: true, blocked } } as Resolution;
    const toBoth = ['alice@handles.test', 'bob@handles.test'];
    expect(await send(server, MAIL, 'carol@senders.test', toBoth)).toMatch(/^250 /);
    server.recipients.alice = { kind: 'drop', key: 'alice' };
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 /);
    server.recipients.alice = { kind: 'forward', destination: 'alice.inbox@elsewhere.test', key: 'alice', policy: {} };
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 /);
    // Replies are decided in order, so this one shows that no earlier message got one.
    server.recipients.alice = replying('alice');
    await send(server, MAIL.replaceAll('carol@', 'dave@'), 'dave@senders.test');
    await until(() => replyRows(server).length === 1);
    expect(calls).toEqual(['take alice dave@senders.test']);
  });

  it('no automatic reply goes to mail whose DMARC failure a mailing list excuses', async () => {
    const records = { 'TXT senders.test': 'v=spf1 -all', 'TXT _dmarc.senders.test': 'v=DMARC1; p=reject' };
    await using server = await start({ resolver: dnsWith(records) });
    const lists = new Set(['l.lists.test']);
    server.recipients.alice = { ...replying('alice'), policy: { autoReply: true, lists } } as Resolution;
    const mail = await signedBy('lists.test', withLine('List-Id: <l.lists.test>'));
    expect(await send(server, mail, 'carol@senders.test')).toMatch(/^250 /);
    await decided(server);
    expect(server.log.join('\n')).toContain('"reason":"marked"');
  });
});

describe('two handles that both reply', () => {
  it('two handles that both reply exchange no replies', async () => {
    await using server = await start();
    server.recipients.bob = replying('bob', 'bob.inbox@other.test');
    await send(server, MAIL, 'carol@senders.test');
    await until(() => replyRows(server).length === 1);
    const runner = await running(server);
    const [, reply] = await server.inbox.waitFor(2);
    await runner.stop();
    // The reply reaches bob from the null sender, as we send it, and from an address, as a broken server sends it.
    const text = reply?.bytes.toString().replaceAll('carol@senders.test', 'bob@handles.test') ?? '';
    for (const from of ['', 'alice@handles.test', 'carol@senders.test']) {
      expect(await send(server, text, from, ['bob@handles.test'])).toMatch(/^250 /);
    }
    await decided(server, 4);
    expect(replyRows(server)).toHaveLength(0);
    const reasons = server.log.join('\n').match(/"reason":"[^"]*"/g);
    expect(reasons).toEqual(['"reason":"null-sender"', '"reason":"own-sender"', '"reason":"own-sender"']);
  });
});
