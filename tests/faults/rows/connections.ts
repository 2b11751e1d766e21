import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { Load } from '../load/load.ts';

const SOCKETS = 200;

/** Too many connections, and idle connections that stay open. */
export const CONNECTIONS: Fault[] = [
  {
    name: 'silent clients',
    description: `${SOCKETS} connections that stop sending, half of them in the middle of a message`,
    async inject(world, _chance, load) {
      const before = world.mail.handles;
      const sockets = Array.from({ length: SOCKETS }, (_, at) => silentClient(world.smtpPort, at));
      await sleep(500);
      load.waits.length = 0;
      await sleep(3000);
      const served = load.waits.length;
      for (const socket of sockets) socket.destroy();
      await sleep(1500);
      const broken: string[] = [];
      if (served === 0) broken.push('I9: no mail of other senders was accepted during the fault');
      if (world.mail.handles > before + SOCKETS / 4) {
        broken.push(`I10: ${before} open files before the fault, ${world.mail.handles} after it`);
      }
      return broken;
    },
  },
  {
    name: 'overload',
    description: '150 more senders without a pause',
    recovery: 10,
    async inject(world, chance) {
      const { ledger, people, smtpPort: port } = world;
      const overload = new Load(ledger, chance, {
        port,
        people,
        senders: 150,
        pause: 0,
        replyTimeout: 60_000,
        several: 0.2,
      });
      await sleep(5000);
      const { megabytes } = world.mail;
      await overload.stop();
      const broken: string[] = [];
      if (overload.waits.length === 0) broken.push('I9: no mail of the additional senders was accepted');
      if (megabytes > 1200) broken.push(`I10: the mail processes used ${Math.round(megabytes)} MB`);
      return broken;
    },
  },
];

/** Opens a connection that stays idle. Every second one stops in the middle of a message. */
function silentClient(port: number, at: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.200.${at}.1` });
  socket.on('error', () => {});
  if (at % 2 === 0) return socket;
  const lines = ['EHLO c.internal', 'MAIL FROM:<a@senders.internal>', 'RCPT TO:<postmaster>', 'DATA', 'From: a@b.c'];
  socket.on('data', () => {
    const line = lines.shift();
    if (line) socket.write(`${line}\r\n`);
  });
  return socket;
}
