import { describe, expect, it } from 'vitest';
import { Sink } from '../load/sink.ts';
import { checkInvariants } from './check-invariants.ts';
import { type Entry, hashOf, type Reply } from './ledger.ts';

const HASH = hashOf(Buffer.from('message'));
const HERE = 'inbox@d1.internal';
const TO = 'person@handles.internal';

function entry(replies: Reply[], changes: Partial<Entry> = {}): Entry {
  const copies = [{ to: TO, destination: HERE }];
  return { id: 7, sender: 'f7@senders.internal', copies, size: 7, hash: HASH, replies, ...changes };
}

/** Returns a sink with copies that arrived at destinations, and failure notices. */
function sink({ arrived = [] as string[], notices = 0, rejecting = false, from = 'srs0=x=f7@handles.internal' }): Sink {
  const made = new Sink([]);
  made.copies.set(
    7,
    arrived.map((to) => ({ to, from, hash: HASH, size: 7 })),
  );
  if (notices > 0) made.returned.set(7, new Map([[TO, notices]]));
  if (rejecting) made.rejecting.add(HERE);
  return made;
}

const broken = (one: Entry, seen: Sink, isQueued = false) =>
  checkInvariants([one], seen, () => isQueued).broken.map((text) => text.split(':')[0]);

describe('checkInvariants', () => {
  it('accepts a copy that arrived once, is queued, or was returned after its destination rejected it', () => {
    expect(broken(entry([250]), sink({ arrived: [HERE] }))).toEqual([]);
    expect(broken(entry([250]), sink({}), true)).toEqual([]);
    expect(broken(entry([250]), sink({ notices: 1, rejecting: true }))).toEqual([]);
  });

  it('reports an accepted copy that neither arrived nor is queued nor was returned', () => {
    expect(broken(entry([250]), sink({}))).toEqual(['I1']);
  });

  it('reports a failure notice about mail that no destination rejected', () => {
    expect(broken(entry([250]), sink({ notices: 1 }))).toEqual(['I11']);
  });

  it('reports a copy that was both delivered and returned, unless a fault hid the reply to the delivery', () => {
    const both = sink({ arrived: [HERE], notices: 1, rejecting: true });
    expect(broken(entry([250]), both)).toEqual(['I11']);
    both.hit(7, HERE);
    expect(broken(entry([250]), both)).toEqual([]);
  });

  it('reports a 5xx reply to the sender of mail that no destination rejected', () => {
    expect(broken(entry([550]), sink({}))).toEqual(['I11']);
    expect(broken(entry([550]), sink({ rejecting: true }))).toEqual([]);
  });

  it('reports a failure notice to an unverified sender, and allows rejected mail of such a sender to be dropped', () => {
    const unverified = { sender: 'f7@unverified.internal' };
    expect(broken(entry([250], unverified), sink({ notices: 1, rejecting: true }))).toEqual(['I12']);
    expect(checkInvariants([entry([250], unverified)], sink({ rejecting: true }), () => false)).toMatchObject({
      dropped: 1,
      lost: 0,
      broken: [],
    });
    expect(broken(entry([250], unverified), sink({}))).toEqual(['I1']);
  });

  it('reports a copy of null-sender mail that arrived with a return address', () => {
    const nullSender = { sender: '' };
    expect(broken(entry([250], nullSender), sink({ arrived: [HERE], from: '' }))).toEqual([]);
    expect(broken(entry([250], nullSender), sink({ arrived: [HERE] }))).toEqual(['I1']);
  });

  it('reports an accepted bounce without a notice, and too many notices about one bounce', () => {
    const bounced = (replies: Reply[]) => entry([250], { bounces: [{ to: TO, replies }] });
    expect(broken(bounced([250]), sink({ arrived: [HERE], notices: 1 }))).toEqual([]);
    expect(broken(bounced([250]), sink({ arrived: [HERE] }))).toEqual(['I1']);
    expect(broken(bounced([250]), sink({ arrived: [HERE], notices: 3 }))).toEqual(['I3']);
  });

  it('allows one more copy for each attempt without a reply, and reports any further copy', () => {
    expect(broken(entry(['none', 250]), sink({ arrived: [HERE, HERE] }))).toEqual([]);
    expect(broken(entry([250]), sink({ arrived: [HERE, HERE] }))).toEqual(['I3']);
    expect(broken(entry([451]), sink({ arrived: [HERE] }))).toEqual(['I2']);
  });

  it('lists an arrived copy of a deferred message to several recipients as partial if its sender is unverified', () => {
    const copies = [...entry([]).copies, { to: 'other@handles.internal', destination: 'inbox@d2.internal' }];
    const seen = sink({ arrived: [HERE], from: '' });
    expect(checkInvariants([entry([451], { sender: '', copies })], seen, () => false)).toMatchObject({
      broken: [],
      partial: [expect.stringContaining(TO)],
    });
    expect(broken(entry([451], { sender: '' }), seen)).toEqual(['I2']);
  });

  it('counts a copy as delivered if it arrived at the second inbox of the recipient', () => {
    const copies = [{ to: TO, destination: HERE, backup: 'second@d2.internal' }];
    expect(broken(entry([250], { copies }), sink({ arrived: ['second@d2.internal'] }))).toEqual([]);
    expect(broken(entry([250]), sink({ arrived: [HERE, 'second@d2.internal'] }))).toEqual(['I4']);
  });
});
