import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/platform/config/config.ts';
import { SETTING_NAMES } from '../../server/platform/config/settings.ts';
import { ApiError } from '../../server/platform/http/api-error.ts';
import { errorPage } from '../../server/platform/http/pages/error-page.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const ADMIN = 'you@mailbox.example.net';
const SECRET = 'a-secret-for-the-deployment-files-0123456789';

/** Returns the variables of a file in the format of systemd's EnvironmentFile, without those in comments. */
function variables(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Returns the services of compose.yaml by name, each with its lines. Sections of the file begin at the first column. */
function services(): Record<string, string> {
  const [, text = ''] = /^services:\n((?: .*\n|\n)+)/m.exec(read('compose.yaml')) ?? [];
  const found = text.matchAll(/^ {2}([\w-]+):.*\n((?: {3,}.*\n|\n)*)/gm);
  return Object.fromEntries([...found].map(([, name = '', lines = '']) => [name, lines]));
}

/** Returns the mapping `name` of a part of compose.yaml, with the values of `compose.env`. */
function mapping(part: string, name: string, given: Record<string, string>): Record<string, string> {
  const [, indent = '', lines = ''] = new RegExp(`^( *)${name}:.*\\n((?:\\1 +.*\\n)+)`, 'm').exec(part) ?? [];
  const entries = [...lines.matchAll(new RegExp(`^${indent}  ([A-Z]\\w*): (.*)$`, 'gm'))];
  return Object.fromEntries(
    entries.map(([, key = '', value = '']) => [
      key,
      value.replace(/^"(.*)"$/, '$1').replace(/\$\{(\w+):\?\}/g, (_, variable: string) => given[variable] ?? ''),
    ]),
  );
}

const example = variables(read('ops/container/compose.env'));
const filledIn = Object.fromEntries(
  Object.entries(example).map(([name, value]) => [
    name,
    value.length > 2 ? value.replace('mailbox.example', 'mailbox.example.net') : SECRET,
  ]),
);
const common = mapping(read('compose.yaml'), 'x-settings', filledIn);
const image = Object.fromEntries(
  [...read('Dockerfile').matchAll(/(?:^ENV| {3}) ([A-Z]\w*)=(\S+)/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

describe('compose.yaml', () => {
  it('uses only settings that exist, in every process of Nameplate and in the image', () => {
    const own = Object.values(services()).filter((lines) => lines.includes('<<: *nameplate'));
    expect(own).toHaveLength(4);
    const names = own.flatMap((lines) => Object.keys(mapping(lines, 'environment', filledIn)));
    expect(names).toContain('ROLES');
    const used = [...Object.keys(common), ...names, ...Object.keys(image)];
    expect(used.filter((name) => !SETTING_NAMES.has(name))).toEqual([]);
  });

  it('uses exactly the values that the example file names', () => {
    const used = [...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(example).sort());
  });

  it('gives each process settings that are valid in production, and assigns every role to exactly one process', () => {
    const roles = ['http-1', 'mail', 'jobs'].flatMap((name) => {
      const settings = { ...image, ...common, ...mapping(services()[name] ?? '', 'environment', filledIn) };
      const config = parseConfig(settings);
      expect(config).toMatchObject({ production: true, trustProxy: ['172.30.93.2'], dataDir: '/data' });
      return [...config.roles];
    });
    expect(roles).toEqual(['http', 'mail', 'jobs']);
    expect(read('compose.yaml')).toContain(`ipv4_address: ${common.TRUST_PROXY}`);
  });

  it('passes the certificate of the mail host name to every process through a container without a network', () => {
    const config = parseConfig({ ...image, ...common, ROLES: 'mail' });
    const copier = services().certificates ?? '';
    const [, words = ''] = /^ {4}command: \[(.*)\]$/m.exec(copier) ?? [];
    const [, script, folder, host = '', file = '', group] = words.split(', ').map((word) => word.replaceAll('"', ''));
    expect(host.replace(/\$\{SITE_HOST:\?\}/, filledIn.SITE_HOST ?? '')).toBe(config.mail.hostname);
    expect(config.tls).toEqual({ cert: file, key: file });
    expect([script, folder, group]).toEqual(['/copy-certificate.sh', '/data/caddy/certificates', '10001']);
    for (const line of [
      'network_mode: none',
      'read_only: true',
      'cap_drop: [ALL]',
      'security_opt: ["no-new-privileges:true"]',
      '- caddy-data:/data:ro',
      '- certificates:/certificates',
    ]) {
      expect(copier).toContain(` ${line}\n`);
    }
    expect(copier).toContain(/image: (.*)\n/.exec(services().caddy ?? '')?.[0]);
    for (const name of ['http-1', 'mail', 'jobs']) {
      expect(services()[name]).toContain(`volumes: [data:/data, certificates:${path.dirname(file)}:ro]\n`);
    }
  });

  it('lets Caddy reach the processes only from its fixed address, which no other container can get', () => {
    const [, shared = ''] = /^x-nameplate: .*\n((?: .*\n)+)/m.exec(read('compose.yaml')) ?? [];
    const [, own = ''] = /^ {2}networks: \[(.*)\]$/m.exec(shared) ?? [];
    const [, caddy = ''] = /^ {4}networks:\n((?: {6}.*\n)+)/m.exec(services().caddy ?? '') ?? [];
    const networks = [...caddy.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name);
    expect(networks.filter((name) => own.split(', ').includes(name ?? ''))).toEqual(['inside']);
    // Docker assigns the first free address of the range, so the database would get Caddy's before Caddy starts.
    expect(read('compose.yaml')).toContain('subnet: 172.30.93.0/24, ip_range: 172.30.93.128/25');
  });
});

describe('the containers', () => {
  it('the containers run without privileges, on a read-only root file system, after the database has been migrated', () => {
    const [, shared = ''] = /^x-nameplate: .*\n((?: .*\n)+)/m.exec(read('compose.yaml')) ?? [];
    for (const line of [
      'read_only: true',
      'cap_drop: [ALL]',
      'security_opt: ["no-new-privileges:true"]',
      'restart: always',
      'stop_grace_period: 60s',
      'migrate: { condition: service_completed_successfully }',
    ]) {
      expect(shared).toContain(`  ${line}\n`);
    }
    expect(services().db).not.toContain('ports:');
    expect(services().migrate).toContain('networks: [inside]');
    expect(read('compose.yaml')).toMatch(/^ {2}inside:\n {4}internal: true$/m);
    expect(read('Dockerfile')).toMatch(
      /^USER 10001:10001\n[\s\S]*^HEALTHCHECK .* CMD \["\/opt\/nameplate\/nameplate", "health"\]$/m,
    );
    expect(read('ops/container/prepare.sh')).toContain('nameplate:x:10001:10001:');
  });

  it('the containers consist of existing files', () => {
    const copied = [...read('Dockerfile').matchAll(/^(?:COPY (?!--from)(.*) \S+|RUN sh (\S+).*)$/gm)].flatMap(
      ([, sources, script]) => (sources ?? script ?? '').split(' '),
    );
    const mounted = [
      ...read('Dockerfile').matchAll(/source=([^,]+)/g),
      ...read('compose.yaml').matchAll(/^ +- \.\/([^:]+):/gm),
    ].map(([, file = '']) => file);
    expect(copied).toContain('package-lock.json');
    expect(mounted).toContain('ops/Caddyfile');
    expect([...copied, ...mounted].filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    // .dockerignore excludes everything that it does not name.
    const sent = [...read('.dockerignore').matchAll(/^!(.*)$/gm)].map(([, file = '']) => file);
    const used = copied.filter((file) => file !== '.');
    expect(used.filter((file) => !sent.some((one) => file === one || file.startsWith(`${one}/`)))).toEqual([]);
  });
});

describe('ops/nameplate.env', () => {
  it('the example file is valid in production once its secret and administrator are filled in', () => {
    const text = read('ops/nameplate.env');
    const given = variables(text);
    const config = parseConfig({ ...given, SECRET_KEY: SECRET, ADMIN_EMAILS: ADMIN });
    expect(config).toMatchObject({ production: true, dataDir: '/var/lib/nameplate', smtpPort: 25 });
    const all = Object.keys({ ...given, ...variables(text.replace(/^#(?=[A-Z])/gm, '')) });
    expect(all.filter((name) => !SETTING_NAMES.has(name))).toEqual([]);
    expect(all).toContain('BACKUP_KEY');
  });
});

describe('ops/nameplate@.service', () => {
  it('the systemd unit waits for readiness, watches the event loop and never gives up restarting', () => {
    const unit = variables(read('ops/nameplate@.service').replaceAll(' ', '_'));
    expect(unit).toMatchObject({
      Type: 'notify',
      NotifyAccess: 'all',
      WatchdogSec: '30',
      Restart: 'always',
      StartLimitIntervalSec: '0',
      OOMPolicy: 'continue',
      KillMode: 'mixed',
      TimeoutStopSec: '60',
      TimeoutStartSec: 'infinity',
    });
  });

  it('the systemd unit gives the process one capability and one writable folder', () => {
    const unit = variables(read('ops/nameplate@.service').replaceAll(' ', '_'));
    expect(unit).toMatchObject({
      User: 'nameplate',
      StateDirectory: 'nameplate',
      StateDirectoryMode: '0700',
      UMask: '0077',
      AmbientCapabilities: 'CAP_NET_BIND_SERVICE',
      CapabilityBoundingSet: 'CAP_NET_BIND_SERVICE',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      ProtectProc: 'invisible',
      RestrictNamespaces: 'yes',
      RestrictSUIDSGID: 'yes',
      SystemCallFilter: '~@privileged_@keyring',
    });
    const { dataDir } = parseConfig({
      ...variables(read('ops/nameplate.env')),
      SECRET_KEY: SECRET,
      ADMIN_EMAILS: ADMIN,
    });
    expect(dataDir).toBe(`/var/lib/${unit.StateDirectory}`);
  });
});

describe('ops/unavailable.html', () => {
  it('ops/unavailable.html is one of our error pages, which both proxies send with the headers of such a page', async () => {
    const message = 'This site cannot be reached at the moment. Please try again in a minute.';
    const { text, headers } = errorPage(new ApiError('unavailable', { message }));
    await expect(`${text}\n`).toMatchFileSnapshot(path.join(ROOT, 'ops/unavailable.html'));
    expect(read('compose.yaml')).toContain('- ./ops/unavailable.html:/opt/nameplate/ops/unavailable.html:ro');
    for (const file of ['ops/nginx.conf', 'ops/Caddyfile']) {
      expect(read(file)).toContain('/opt/nameplate/ops');
      expect(read(file)).toContain(`Content-Security-Policy "${headers['content-security-policy']}"`);
      expect(read(file)).toContain(`Cache-Control ${headers['cache-control']}`);
      expect(read(file)).toMatch(/Retry-After \d+/);
    }
  });
});
