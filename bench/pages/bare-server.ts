import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Runs as a separate process. Sends the same headers and bytes for every request, which shows the upper limit of Node's
// HTTP server.
const [, , file = ''] = process.argv;
const { headers, body } = JSON.parse(readFileSync(file, 'utf8')) as { headers: Record<string, string>; body: string };
// With a flat array of headers and a latin1 body, Node sends the head and the body in one write.
const head = Object.entries(headers).flat();
const bytes = Buffer.from(body, 'base64').toString('latin1');
const headWithLength = [...head, 'content-length', String(bytes.length)];
const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === headers.etag) response.writeHead(304, head).end();
  else response.writeHead(200, headWithLength).end(bytes, 'latin1');
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
