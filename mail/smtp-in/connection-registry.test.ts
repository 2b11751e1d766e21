import { expect, it } from 'vitest';
import { LIMITS } from '../options.ts';
import { ConnectionRegistry, type OpenConnection, SHUTTING_DOWN } from './connection-registry.ts';
import type { Reply } from './reply.ts';

/** A connection that records the replies and leaves the registry at the first one. */
class FakeConnection implements OpenConnection {
  readonly replies: Reply[] = [];
  network = '192.0.2.1';
  lastCommandAt = 0;
  isReceiving = false;
  isIdle = true;
  isAnonymous = false;
  isSlow = false;
  readonly #registry: ConnectionRegistry;

  constructor(registry: ConnectionRegistry, state: Partial<Omit<OpenConnection, 'send'>> = {}) {
    this.#registry = registry;
    Object.assign(this, state);
    registry.add(this);
  }

  send(reply: Reply): void {
    this.replies.push(reply);
    this.#registry.remove(this);
  }
}

const withLimits = (maxClients: number, connections: number, networkLimits = true) =>
  new ConnectionRegistry({ maxClients, networkLimits, limits: { ...LIMITS, connections } });

it('closes only the longest idle connection of a network that is at its limit', () => {
  const registry = withLimits(100, 2);
  const other = new FakeConnection(registry, { network: '192.0.2.2', lastCommandAt: 1 });
  const older = new FakeConnection(registry, { lastCommandAt: 2 });
  const newer = new FakeConnection(registry, { lastCommandAt: 3 });
  expect(registry.makeRoomFor('192.0.2.1')).toBeNull();
  expect(older.replies).toMatchObject([{ code: 421, text: expect.stringMatching(/^4\.3\.2 .* idle/) }]);
  expect([other.replies, newer.replies]).toEqual([[], []]);
});

it('rejects a connection of a network whose connections all receive messages fast enough', () => {
  const registry = withLimits(100, 1);
  new FakeConnection(registry, { isIdle: false, isReceiving: true });
  expect(registry.makeRoomFor('192.0.2.1')).toMatchObject({ responseCode: 421, enhanced: '4.7.0' });
  expect(registry.makeRoomFor('192.0.2.2')).toBeNull();
});

it('does not limit networks if their limits are off', () => {
  const registry = withLimits(100, 1, false);
  new FakeConnection(registry, { isIdle: false });
  expect(registry.makeRoomFor('192.0.2.1')).toBeNull();
});

it('closes a connection of the network with the most idle connections if the total is too high', () => {
  const registry = withLimits(3, 100);
  const single = new FakeConnection(registry, { network: '192.0.2.2', lastCommandAt: 1 });
  const [older] = [2, 3].map((lastCommandAt) => new FakeConnection(registry, { lastCommandAt }));
  expect(registry.makeRoomFor('192.0.2.3')).toBeNull();
  expect(older?.replies).toHaveLength(1);
  expect(single.replies).toEqual([]);
});

it('closes an idle client that has not logged in before a logged-in client and before a slow transfer', () => {
  const registry = withLimits(4, 100);
  const slow = new FakeConnection(registry, { isIdle: false, isSlow: true, isAnonymous: true });
  const owner = new FakeConnection(registry, { network: '192.0.2.2', lastCommandAt: 1 });
  const other = new FakeConnection(registry, { network: '192.0.2.2', lastCommandAt: 2 });
  const anonymous = new FakeConnection(registry, { network: '192.0.2.3', lastCommandAt: 3, isAnonymous: true });
  expect(registry.makeRoomFor('192.0.2.4')).toBeNull();
  expect(anonymous.replies).toMatchObject([{ code: 421, text: expect.stringContaining('idle') }]);
  new FakeConnection(registry, { network: '192.0.2.4', isIdle: false });
  expect(registry.makeRoomFor('192.0.2.4')).toBeNull();
  expect([owner.replies.length, other.replies.length, slow.replies.length]).toEqual([1, 0, 0]);
});

it('closes a slow transfer only if no connection is idle', () => {
  const registry = withLimits(2, 100);
  const slow = new FakeConnection(registry, { isIdle: false, isSlow: true });
  const idle = new FakeConnection(registry);
  expect(registry.makeRoomFor('192.0.2.3')).toBeNull();
  expect([idle.replies.length, slow.replies.length]).toEqual([1, 0]);
  new FakeConnection(registry, { isIdle: false });
  expect(registry.makeRoomFor('192.0.2.3')).toBeNull();
  expect(slow.replies).toMatchObject([{ text: expect.stringContaining('slow') }]);
  new FakeConnection(registry, { isIdle: false });
  expect(registry.makeRoomFor('192.0.2.3')).toMatchObject({ responseCode: 421, enhanced: '4.3.2' });
});

it('counts a removed connection only once, however often it is removed', () => {
  const registry = withLimits(1, 100);
  const connection = new FakeConnection(registry, { isIdle: false });
  registry.remove(connection);
  registry.remove(connection);
  new FakeConnection(registry, { isIdle: false });
  expect(registry.makeRoomFor('192.0.2.1')).not.toBeNull();
});

it('remembers the networks that delivered a message most recently', () => {
  const registry = withLimits(1, 1);
  for (let count = 0; count < 10_001; count++) registry.rememberNetwork(`network ${count}`);
  expect(registry.isKnown('network 0')).toBe(false);
  expect(registry.isKnown('network 1')).toBe(true);
  expect(registry.isKnown('network 10000')).toBe(true);
});

it('first closes the connections that receive no message, and then the others', () => {
  const registry = withLimits(100, 100);
  const idle = new FakeConnection(registry);
  const receiving = new FakeConnection(registry, { isIdle: false, isReceiving: true });
  registry.startClosing();
  expect(registry.isClosing).toBe(true);
  expect([idle.replies, receiving.replies]).toEqual([[SHUTTING_DOWN], []]);
  registry.closeAll();
  expect(receiving.replies).toEqual([SHUTTING_DOWN]);
});
