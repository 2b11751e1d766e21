import { get, type IncomingHttpHeaders } from 'node:http';

export type Coding = 'br' | 'gzip' | 'identity';

export interface FirstResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Bytes of the complete response on the wire, including the status line and headers. */
  wire: number;
}

/** Fetches a page over a new connection, whose byte count is the size of the response. */
export function fetchPage(url: string, coding: Coding): Promise<FirstResponse> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { 'accept-encoding': coding, connection: 'close' } }, (response) => {
      const { socket } = response;
      const parts: Buffer[] = [];
      response
        .on('data', (part: Buffer) => parts.push(part))
        .on('error', reject)
        .on('end', () => {
          const { statusCode: status = 0, headers } = response;
          const wanted = coding === 'identity' ? undefined : coding;
          if (status !== 200 || headers['content-encoding'] !== wanted) {
            reject(
              new Error(
                `${url} with Accept-Encoding ${coding}: status ${status}, encoding ${headers['content-encoding'] ?? 'identity'}`,
              ),
            );
          }
          resolve({ status, headers, body: Buffer.concat(parts), wire: socket.bytesRead });
        });
    }).on('error', reject);
  });
}
