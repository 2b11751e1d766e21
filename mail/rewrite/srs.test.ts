import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import type { SenderTokens } from '../host/shared-state.ts';
import { newId } from '../message/message-id.ts';
import { Srs } from './srs.ts';

const START = Date.parse('2026-11-20T12:00:00Z');

function tokens(): SenderTokens {
  const stored = new Map<string, string>();
  return {
    put: async (token, value) => void stored.set(token, value),
    get: async (token) => stored.get(token) ?? null,
  };
}

function sendersAt(days: number, secrets = ['secret'], store = tokens(), domain = 'handles.test') {
  return new Srs({ domain, secrets, tokens: store, clock: () => new Date(START + days * DAY) });
}

const local = (address: string) => address.slice(0, address.lastIndexOf('@'));

const atom = fc.string({
  unit: fc.constantFrom(...'abcXYZ019=+-_#!%/{}'),
  minLength: 1,
  maxLength: 40,
});
const dotted = fc.array(atom, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('.'));
const anyLocal = fc.oneof(dotted, fc.constant('"quoted, with space"'), fc.constant('jürgen'));
const domain = fc.constantFrom('gmail.com', 'a.b', 'xn--bcher-kva.test', `${'long-label.'.repeat(6)}test`);
const sender = fc.tuple(anyLocal, domain).map(([name, host]) => `${name}@${host}`);
const recipient = fc.constantFrom('alice', 'a.b-c', 'alice+tag', 'alice+t=g', 'alice+ü');

describe('return addresses of sent mail', () => {
  const copyAt = (days: number, key = 'alice') => ({ key, id: `${newId(new Date(START + days * DAY))}-7` });

  it('return addresses of sent mail are signed, name handle and copy, and are valid in any case for three weeks', async () => {
    const copy = copyAt(0);
    const address = await sendersAt(0).writeSent(copy);
    expect(address).toMatch(/^sent=[a-z2-7]{13}=[0-9a-z]{20}-7=alice@handles\.test$/);
    for (const days of [0, 21]) {
      for (const name of [local(address), local(address).toUpperCase()]) {
        expect(await sendersAt(days).read(name)).toEqual({ valid: true, sender: '', recipient: '', sent: copy });
      }
    }
    expect(await sendersAt(23).read(local(address))).toEqual({ valid: false });
    expect(await sendersAt(0, ['other']).read(local(address))).toEqual({ valid: false });
    expect(await sendersAt(0, ['new', 'secret']).read(local(address))).toMatchObject({ sent: copy });
    expect(await sendersAt(0).read(local(address).replace('=alice', '=alicf'))).toEqual({ valid: false });
    expect(await sendersAt(0).read(local(address).replace('-7=', '-8='))).toEqual({ valid: false });
  });

  it('return addresses of sent mail are invalid if their date is in the future or missing', async () => {
    const senders = sendersAt(0);
    expect(await senders.read(local(await senders.writeSent(copyAt(2))))).toEqual({ valid: false });
    expect(await senders.read(local(await senders.writeSent({ key: 'alice', id: 'UUUU-1' })))).toEqual({
      valid: false,
    });
  });

  it('return addresses of sent mail are valid one day too early or too late, because clocks differ', async () => {
    const name = local(await sendersAt(0).writeSent(copyAt(0)));
    expect(await sendersAt(-1).read(name)).toMatchObject({ valid: true });
    expect(await sendersAt(-1.001).read(name)).toEqual({ valid: false });
    expect(await sendersAt(22).read(name)).toMatchObject({ valid: true });
    expect(await sendersAt(22.001).read(name)).toEqual({ valid: false });
  });

  it('return addresses of sent mail hold a key until they have 64 octets', async () => {
    const lengths = [43, 44].map(async (length) => sendersAt(0).writeSent({ key: 'k'.repeat(length), id: 'x' }));
    expect((await Promise.all(lengths)).map((address) => address.slice(0, 5))).toEqual(['sent=', 'srst=']);
  });

  it('return addresses of sent mail refer to stored content if the key is long, and also expire', async () => {
    const store = tokens();
    const copy = copyAt(0, 'a-handle-of-thirty-characters1');
    const address = await sendersAt(0, ['secret'], store).writeSent(copy);
    expect(local(address).length).toBeLessThanOrEqual(64);
    expect(await sendersAt(20, ['secret'], store).read(local(address))).toMatchObject({ sent: copy });
    expect(await sendersAt(23, ['secret'], store).read(local(address))).toEqual({ valid: false });
  });

  it('return addresses of sent mail cannot be made from an SRS address of forwarded mail', async () => {
    const address = local(await sendersAt(0).write({ sender: 'x=alice@a.b', recipient: 'bob' }));
    expect(await sendersAt(0).read(address.replace(/^srs0/, 'sent'))).toEqual({ valid: false });
  });
});

describe('SRS addresses', () => {
  it('encodes sender and recipient in at most 64 octets, regardless of case', async () => {
    const store = tokens();
    await fc.assert(
      fc.asyncProperty(sender, recipient, fc.integer({ min: 0, max: 21 }), async (from, to, days) => {
        const origin = { sender: from, recipient: to };
        const address = await sendersAt(0, ['secret'], store).write(origin);
        expect(local(address).length).toBeLessThanOrEqual(64);
        expect(address).toMatch(/^srs[0t]=[a-z2-7]{13}=[a-z2-7]{2}=[^%!\s"]+@handles\.test$/);
        const later = sendersAt(days, ['secret'], store);
        expect(await later.read(local(address))).toEqual({ valid: true, ...origin });
        for (const folded of [address.toUpperCase(), address.toLowerCase()]) {
          const read = await later.read(local(folded));
          expect(read).toMatchObject({ valid: true });
          if (read?.valid) expect(read.sender.toLowerCase()).toBe(from.toLowerCase());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('rejects an SRS address with any character changed', async () => {
    const address = local(await sendersAt(0).write({ sender: 'carol@senders.test', recipient: 'alice' }));
    for (let at = 5; at < address.length; at++) {
      for (const other of ['q', '7', '=']) {
        if (address[at]?.toLowerCase() === other) continue;
        const changed = address.slice(0, at) + other + address.slice(at + 1);
        expect(await sendersAt(0).read(changed), changed).not.toMatchObject({ valid: true });
      }
    }
  });

  it('rejects an SRS address after 21 days, even when the day number repeats', async () => {
    const address = local(await sendersAt(0).write({ sender: 'carol@senders.test', recipient: 'alice' }));
    expect(await sendersAt(21).read(address)).toMatchObject({ valid: true });
    expect(await sendersAt(22).read(address)).toEqual({ valid: false });
    expect(await sendersAt(500).read(address)).toEqual({ valid: false });
    // A clock may be at most one day behind.
    expect(await sendersAt(-1).read(address)).toMatchObject({ valid: true });
    for (const days of [-2, -3, 1021, 1022]) {
      expect(await sendersAt(days).read(address), String(days)).toEqual({ valid: false });
    }
  });

  it('signs with the first secret and verifies with any', async () => {
    const address = local(await sendersAt(0, ['old']).write({ sender: 'carol@senders.test', recipient: 'alice' }));
    expect(await sendersAt(0, ['new', 'old']).read(address)).toMatchObject({ valid: true });
    expect(await sendersAt(0, ['new']).read(address)).toEqual({ valid: false });
    const other = sendersAt(0, ['old'], tokens(), 'other.test');
    expect(await other.read(address)).toEqual({ valid: false });
  });

  it('stores one token per long sender and recipient', async () => {
    const put: string[] = [];
    const store: SenderTokens = {
      put: async (token) => void put.push(token),
      get: async () => null,
    };
    const senders = sendersAt(0, ['secret'], store);
    const long = { sender: `${'x'.repeat(60)}@senders.test`, recipient: 'alice' };
    expect(await senders.write(long)).toBe(await senders.write(long));
    expect(new Set(put).size).toBe(1);
    // The stored token was deleted.
    expect(await senders.read(local(await senders.write(long)))).toEqual({ valid: false });
    const failing = sendersAt(0, ['secret'], { ...store, put: () => Promise.reject(new Error('away')) });
    await expect(failing.write(long)).rejects.toThrow('away');
  });

  it.each([
    [`${'x'.repeat(23)}@senders.test`, 'alice', 'srs0'],
    [`${'x'.repeat(24)}@senders.test`, 'alice', 'srst'],
    ['carol%x@senders.test', 'alice', 'srst'],
    ['carol@sen!ders.test', 'alice', 'srst'],
    ['carol@senders.test', 'ali!ce', 'srst'],
    ['carol@senders.test', 'ali=ce', 'srst'],
    ['carol', 'alice', 'srst'],
  ])('stores a sender %s or recipient %s that does not fit into an address: %s', async (from, to, kind) => {
    const [store, origin] = [tokens(), { sender: from, recipient: to }];
    const address = await sendersAt(0, ['secret'], store).write(origin);
    expect(address.slice(0, 5)).toBe(`${kind}=`);
    expect(await sendersAt(0, ['secret'], store).read(local(address))).toEqual({ valid: true, ...origin });
  });

  it('keeps a stored sender one day longer than its address is valid', async () => {
    const until: Date[] = [];
    const store = { ...tokens(), put: async (_token: string, _value: string, end: Date) => void until.push(end) };
    await sendersAt(0, ['secret'], store).write({ sender: 'carol', recipient: 'alice' });
    expect(until).toEqual([new Date(START + 22 * DAY)]);
  });

  it('reads an address whose first separator another system has changed, but no address with text before it', async () => {
    const address = local(await sendersAt(0).write({ sender: 'carol@senders.test', recipient: 'alice' }));
    for (const separator of '+-') {
      expect(await sendersAt(0).read(address.replace('=', separator))).toMatchObject({ valid: true });
    }
    for (const changed of [`x${address}`, address.replace('=', '.'), `x\n${address}`]) {
      expect(await sendersAt(0).read(changed)).toBeNull();
    }
  });

  it('keeps the null sender and returns null for an ordinary local part', async () => {
    expect(await sendersAt(0).write({ sender: '', recipient: 'alice' })).toBe('');
    for (const name of ['alice', 'srs0', 'srs0=x', 'alice+tag=x=y=z']) expect(await sendersAt(0).read(name)).toBeNull();
  });
});

describe('addresses that an earlier release has created', () => {
  it('are created and read in the same form after an upgrade', async () => {
    const senders = sendersAt(0);
    expect(await senders.write({ sender: 'Carol@Senders.test', recipient: 'alice' })).toBe(
      'srs0=u3qixyutpaujf=jj=alice=Senders.test=Carol@handles.test',
    );
    expect(await senders.writeSent({ key: 'alice', id: 'x' })).toBe('sent=7g2lp5bosnddm=x=alice@handles.test');
    expect(await senders.write({ sender: `${'x'.repeat(60)}@senders.test`, recipient: 'alice' })).toBe(
      'srst=xw7bmka3pqiqw=jj=md6lwpyqzxft4yr3@handles.test',
    );
    expect(senders.via('Carol@Senders.test', 'alice')).toBe('via-y5evicwi6q6udizdfgabef3@handles.test');
    expect(senders.alias('x')).toBe('3jkrzmwllieiyqmh7pwzqll7dz');
  });
});

describe('addresses for the author of a message', () => {
  it('differ by author, in any letter case, and by recipient', () => {
    const senders = sendersAt(0);
    const of = (author: string, to: string) => senders.via(author, to);
    expect(of('CAROL@senders.test', 'alice')).toBe(of('carol@senders.test', 'alice'));
    expect(of('dave@senders.test', 'alice')).not.toBe(of('carol@senders.test', 'alice'));
    expect(of('carol@senders.test', 'bob')).not.toBe(of('carol@senders.test', 'alice'));
  });

  it('accept no mail, and say where to reply', async () => {
    const name = local(sendersAt(0).via('carol@senders.test', 'alice'));
    for (const written of [name, name.toUpperCase()]) {
      expect(await sendersAt(0).read(written)).toEqual({ valid: false, text: expect.stringContaining('Reply-To') });
    }
    for (const other of [`x${name}`, `${name}x`, name.replace('via-', 'via-2').slice(0, -1), 'via-alice']) {
      expect(await sendersAt(0).read(other), other).toBeNull();
    }
  });
});

it('a server without a secret signs no addresses', () => {
  expect(() => sendersAt(0, [])).toThrow('SRS requires at least one secret');
});
