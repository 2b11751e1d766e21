import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitBodyDuration } from './body-deadline.ts';

const app = Fastify({ forceCloseConnections: true });
beforeAll(async () => {
  limitBodyDuration(app, undefined, 1000);
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume().on('end', () => done(null));
  });
  app.post('/call', async () => 'taken');
  app.post('/upload', { config: { signedUpload: true } }, async () => 'taken');
  app.post('/refused', { onRequest: async (_request, reply) => reply.status(401).send('refused') }, async () => '');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Starts a request whose body stays incomplete. */
function sendHalf(path: string): { socket: Socket; text(): string } {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: a/b\r\nContent-Length: 9\r\n\r\nhalf`);
  return { socket, text: () => text };
}

it('ends a request whose body is too slow, even after a rejection, but waits for an upload (attack 38)', async () => {
  const upload = sendHalf('/upload');
  const [call, refused] = [sendHalf('/call'), sendHalf('/refused')];
  await Promise.all([once(call.socket, 'close'), once(refused.socket, 'close')]);
  expect(call.text()).toMatch(/^HTTP\/1.1 408 /);
  expect(refused.text()).toMatch(/^HTTP\/1.1 401 /);
  upload.socket.write('whole');
  await once(upload.socket, 'data');
  expect(upload.text()).toMatch(/^HTTP\/1.1 200 /);
  upload.socket.destroy();
});

it('accepts a body that arrives in pieces within the limit', async () => {
  const { socket, text } = sendHalf('/call');
  socket.write('whole');
  await once(socket, 'data');
  expect(text()).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
});
