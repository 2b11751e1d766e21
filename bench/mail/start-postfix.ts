import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../tests/support/server/free-port.ts';

export interface Postfix {
  port: number;
  /** The master process. */
  pid: number;
  /** Attempts all queued mail now. */
  flush(): void;
  /** Returns the number of messages in the deferred queue. */
  deferred(): number;
  stop(): void;
}

export interface PostfixMail {
  /** The recipient, which gets a number as prefix, and the inbox for forwarding, which gets the same prefix. */
  recipient: string;
  inboxes: string;
  relayPort: number;
  /** Additional lines for main.cf. */
  settings?: string;
  /** Additional options for smtpd in master.cf. */
  smtpd?: string[];
}

/**
 * Starts Debian's Postfix as a separate instance below `folder`. It forwards with virtual_alias_maps and a relay,
 * without checks. Limits for a single client are off; all other settings are Debian's defaults. Requires root.
 */
export async function startPostfix(program: string, folder: string, mail: PostfixMail): Promise<Postfix> {
  const config = path.join(folder, 'config');
  const [queue, data, log] = ['queue', 'data', 'mail.log'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [config, queue, data]) mkdirSync(made, { recursive: true });
  for (const open of [folder, queue]) chmodSync(open, 0o755);
  const run = (...args: string[]) => spawnSync(program, ['-c', config, ...args], { encoding: 'utf8' });
  if (spawnSync('chown', ['postfix', data]).status !== 0) throw new Error('the user postfix does not exist');
  const port = await freePort();
  writeFileSync(
    path.join(config, 'virtual'),
    `/^([0-9]+)${mail.recipient.replaceAll('.', '\\.')}$/ $1${mail.inboxes}\n`,
  );
  writeFileSync(
    path.join(config, 'main.cf'),
    `${mainSettings({ queue, data, log, config, ...mail })}${mail.settings ?? ''}`,
  );
  writeFileSync(path.join(config, 'master.cf'), services(port, mail.smtpd ?? []));
  const started = run('start');
  if (started.status !== 0) throw new Error(`Postfix does not start:\n${started.stderr}${readLog(log)}`);
  return {
    port,
    pid: Number(readFileSync(path.join(queue, 'pid', 'master.pid'), 'utf8')),
    flush: () => void run('flush'),
    deferred: () => filesIn(path.join(queue, 'deferred')),
    stop() {
      run('stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function filesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

function readLog(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-2000);
  } catch {
    return '';
  }
}

function mainSettings(facts: {
  queue: string;
  data: string;
  log: string;
  config: string;
  recipient: string;
  relayPort: number;
}) {
  return `compatibility_level = 3.6
queue_directory = ${facts.queue}
data_directory = ${facts.data}
maillog_file = ${facts.log}
maillog_file_prefixes = ${path.dirname(facts.log)}
myhostname = peer.nameplate.example
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
virtual_alias_domains = ${facts.recipient.split('@')[1]}
virtual_alias_maps = regexp:${facts.config}/virtual
relayhost = [127.0.0.1]:${facts.relayPort}
alias_maps =
alias_database =
local_recipient_maps =
biff = no
smtp_dns_support_level = disabled
smtp_tls_security_level = none
smtpd_tls_security_level = none
# No limits for one fast client; connections to one fast destination stay open:
in_flow_delay = 0
smtpd_client_connection_count_limit = 0
smtp_connection_cache_destinations = [127.0.0.1]:${facts.relayPort}
default_process_limit = 200
`;
}

function services(port: number, smtpd: string[]): string {
  const rows = [
    [`127.0.0.1:${port}`, 'inet', 'n', '-', 'n', '-', '-', ['smtpd', ...smtpd].join(' ')],
    ['pickup', 'unix', 'n', '-', 'n', '60', '1', 'pickup'],
    ['cleanup', 'unix', 'n', '-', 'n', '-', '0', 'cleanup'],
    ['qmgr', 'unix', 'n', '-', 'n', '300', '1', 'qmgr'],
    ['rewrite', 'unix', '-', '-', 'n', '-', '-', 'trivial-rewrite'],
    ['bounce', 'unix', '-', '-', 'n', '-', '0', 'bounce'],
    ['defer', 'unix', '-', '-', 'n', '-', '0', 'bounce'],
    ['trace', 'unix', '-', '-', 'n', '-', '0', 'bounce'],
    ['verify', 'unix', '-', '-', 'n', '-', '1', 'verify'],
    ['flush', 'unix', 'n', '-', 'n', '1000?', '0', 'flush'],
    ['proxymap', 'unix', '-', '-', 'n', '-', '-', 'proxymap'],
    ['proxywrite', 'unix', '-', '-', 'n', '-', '1', 'proxymap'],
    ['smtp', 'unix', '-', '-', 'n', '-', '-', 'smtp'],
    ['relay', 'unix', '-', '-', 'n', '-', '-', 'smtp'],
    ['showq', 'unix', 'n', '-', 'n', '-', '-', 'showq'],
    ['error', 'unix', '-', '-', 'n', '-', '-', 'error'],
    ['retry', 'unix', '-', '-', 'n', '-', '-', 'error'],
    ['discard', 'unix', '-', '-', 'n', '-', '-', 'discard'],
    ['tlsmgr', 'unix', '-', '-', 'n', '1000?', '1', 'tlsmgr'],
    ['anvil', 'unix', '-', '-', 'n', '-', '1', 'anvil'],
    ['scache', 'unix', '-', '-', 'n', '-', '1', 'scache'],
    ['postlog', 'unix-dgram', 'n', '-', 'n', '-', '1', 'postlogd'],
  ];
  return `${rows.map((row) => row.join(' ')).join('\n')}\n`;
}
