import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { generate } from 'selfsigned';

export interface TlsFront {
  /** A file with the certificate, for clients that must trust it. */
  certificate: string;
  stop(): void;
}

/** Listens for HTTPS on a local port with a certificate for `localhost`, and passes requests on to `target`. */
export async function startTlsFront(port: number, target: string, folder: string): Promise<TlsFront> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const certificate = `${folder}/certificate.pem`;
  writeFileSync(certificate, cert);
  const server = createServer({ key, cert }, (incoming, response) => {
    // As in ops/nginx.conf.
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-proto': 'https',
    };
    const outgoing = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    outgoing.once('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await once(server.listen(port, 'localhost'), 'listening');
  return {
    certificate,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
