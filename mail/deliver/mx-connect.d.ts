declare module 'mx-connect' {
  import type { Socket } from 'node:net';

  interface Options {
    target: string;
    port?: number;
    maxConnectTime?: number;
    ignoreMXHosts?: string[];
    dnsOptions?: {
      blockLocalAddresses?: boolean;
      resolveRecords?: (name: string, type: string) => Promise<unknown>;
    };
  }

  interface Connected {
    socket: Socket;
    hostname: string;
    host: string;
    port: number;
  }

  /** Rejects with `category` 'dns' or 'network', and `temporary` where another time may go better. */
  export default function mxConnect(options: Options): Promise<Connected>;
}
