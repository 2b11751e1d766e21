import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

export interface Changes {
  /** The network in place of `outside`, and what the processes find in it. */
  network: string;
  dnsServer: string;
  relay: string;
  /** Ports of this machine in place of 25, 80, 443, 465 and 587. */
  ports: { smtp: number; https: number };
  /** The Caddyfile with the certificate authority of Caddy itself. */
  caddyfile: string;
}

/** Returns ops/container/compose.env filled in as docs/install.md asks. */
export function filledInEnv(domain: string, admin: string): string {
  const given: Record<string, string> = {
    PUBLIC_URL: `https://${domain}`,
    SITE_HOST: domain,
    ADMIN_EMAILS: admin,
    S3_ACCESS_KEY_ID: `GK${randomBytes(12).toString('hex')}`,
  };
  return readFileSync(path.join(ROOT, 'ops/container/compose.env'), 'utf8').replace(
    /^(\w+)=.*$/gm,
    (_line, name: string) => `${name}=${given[name] ?? randomBytes(32).toString('hex')}`,
  );
}

/** The certificates come from Caddy itself, because no public authority can reach a test. */
export const CADDYFILE = '{\n\tlocal_certs\n}\nimport /etc/caddy/site\n';

/** Returns the file that is merged over compose.yaml. The image comes from the variable IMAGE of each command. */
export function overrides({ network, dnsServer, relay, ports, caddyfile }: Changes): string {
  return `x-test: &test
  image: \${IMAGE}
  environment:
    DNS_SERVERS: ${dnsServer}
    SMTP_RELAY_URL: ${relay}
    # The load sends each person more mail than the default limits allow.
    MAIL_INBOX_HOURLY: "1000000"
    MAIL_BUDGET_SECONDS: "5"
services:
  http-1: *test
  http-2: *test
  jobs: *test
  mail:
    <<: *test
    ports: !override ["127.0.0.1:${ports.smtp}:25"]
  migrate: { image: "\${IMAGE}" }
  caddy:
    ports: !override ["127.0.0.1:${ports.https}:443"]
    volumes:
      - ${caddyfile}:/etc/caddy/Caddyfile:ro
      - ${path.join(ROOT, 'ops/Caddyfile')}:/etc/caddy/site:ro
networks:
  outside: !override { external: true, name: ${network} }
`;
}
