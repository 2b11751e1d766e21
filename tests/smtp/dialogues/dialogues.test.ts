import { isAscii } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SharedCounters } from '../../../mail/host/shared-counters.ts';
import { headerEnd } from '../../../mail/message/header.ts';
import type { MailOptions } from '../../../mail/options.ts';
import { Srs } from '../../../mail/rewrite/srs.ts';
import { DOMAIN, HOSTNAME, type MailServer, startMailServer } from '../mail-server.ts';
import { matches, parseDialogue, type Step, Talker } from './talk.ts';

const FOLDER = import.meta.dirname;
const DAY = 86_400;

let tls: { key: string; cert: string };
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: HOSTNAME }], { keySize: 2048, algorithm: 'sha256' });
  tls = { key: made.private, cert: made.cert };
});

describe('the server answers as the conversation says', () => {
  it.each(readdirSync(FOLDER).filter((file) => file.endsWith('.txt')))('%s', async (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const { settings } = parseDialogue(text, {});
    await using server = await startMailServer({
      options: { seal: false, ...optionsOf(settings) },
      rates: countingRates(),
    });
    const { steps } = parseDialogue(text, await ownSenders(server));
    const talker = await Talker.connect(server.port);
    try {
      for (const step of steps) await take(step, talker, server, file);
    } finally {
      talker.destroy();
    }
  });
});

/** The settings of a conversation as options: limits.name is one of the limits. */
function optionsOf(settings: Record<string, number>): Partial<MailOptions> {
  const limits = Object.entries(settings).filter(([name]) => name.startsWith('limits.'));
  return {
    ...settings,
    limits: Object.fromEntries(limits.map(([name, most]) => [name.slice('limits.'.length), most])),
    ...(settings.notls ? {} : { tls }),
  };
}

/** Limits that are counted, for one conversation. */
function countingRates(): SharedCounters {
  const counts = new Map<string, number>();
  return {
    take(key, most) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= most;
    },
  };
}

async function take(step: Step, talker: Talker, server: MailServer, file: string): Promise<void> {
  const where = `${file}:${step.line}`;
  if (step.kind === 'say') return talker.say(step.bytes);
  if (step.kind === 'hear') {
    const line = await talker.hear();
    if (!matches(line, step.pattern)) expect.fail(`${where}: heard "${line}", expected "${step.pattern}"`);
    return;
  }
  await ACTS[step.verb]?.(talker, server, step.rest, where);
  if (!ACTS[step.verb]) throw new Error(`${where}: no such act: ${step.verb}`);
}

const ACTS: Record<string, (talker: Talker, server: MailServer, rest: string, where: string) => Promise<void>> = {
  tls: (talker) => talker.startTls(),
  wait: async (_talker, _server, ms) => {
    await new Promise((resolve) => setTimeout(resolve, Number(ms)));
  },
  shutdown: async (_talker, server) => {
    void server.close();
  },
  closed: async (talker, _server, _rest, where) => {
    expect(await talker.closes(), `${where}: the server closes`).toBe(true);
  },
  silent: async (talker, _server, ms, where) => {
    await new Promise((resolve) => setTimeout(resolve, Number(ms)));
    expect(talker.unheard, `${where}: the server says nothing`).toBe('');
  },
  clock: async (_talker, server, days) => server.pass(Number(days) * DAY),
  // = received 2: so many messages reached the inbox.
  received: async (_talker, server, count, where) => {
    expect(server.inbox.received.length, where).toBe(Number(count));
  },
  queued: async (_talker, server, count, where) => {
    expect(server.queue.rows.length, where).toBe(Number(count));
  },
  // = length 123: so many bytes below our Received field.
  length: async (_talker, server, count, where) => {
    const text = (server.inbox.received.at(-1)?.bytes ?? Buffer.alloc(0)).toString('latin1');
    const end = /^Received: .*\r\n(?:\t.*\r\n)*/m.exec(text);
    expect(text.slice((end?.index ?? 0) + (end?.[0].length ?? 0)).length, where).toBe(Number(count));
  },
  // = leave: the client goes without a word; = again: it comes back.
  leave: async (talker) => talker.destroy(),
  // = half: the client closes its half of the connection, and listens.
  half: async (talker) => talker.halfClose(),
  again: (talker, server) => talker.reconnect(server.port),
  // = from <pattern>: envelope sender of the last message at the inbox.
  from: async (_talker, server, pattern, where) => {
    const last = server.inbox.received.at(-1);
    expect(matches(`<${last?.from}>`, pattern), `${where}: <${last?.from}>`).toBe(true);
  },
  asked: async (_talker, server, pattern, where) => {
    const last = server.inbox.received.at(-1);
    expect(matches(last?.parameters ?? '', pattern), `${where}: ${last?.parameters}`).toBe(true);
  },
  // = alarm text: what the host was told of, the last time.
  alarm: async (_talker, server, text, where) => {
    expect(server.alarms.at(-1), where).toBe(text);
  },
  // = ascii: the header of the last message at the inbox.
  ascii: async (_talker, server, _rest, where) => {
    const bytes = server.inbox.received.at(-1)?.bytes ?? Buffer.alloc(0);
    expect(isAscii(bytes.subarray(0, headerEnd(bytes))), where).toBe(true);
  },
  // = bytes name.eml: the last message at the inbox, but for ids, dates and signatures of ours.
  bytes: async (_talker, server, name, where) => {
    const got = (server.inbox.received.at(-1)?.bytes ?? Buffer.alloc(0)).toString('latin1');
    const masked = got
      .replace(/( id )[0-9a-z]{20}/, '$1ID')
      .replace(/^\t\w{3}, \d{2} \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r\n/m, '\tDATE\r\n')
      .replace(/^DKIM-Signature: v=1; .*\r\n(?:\t.*\r\n)*/m, 'DKIM-Signature: OURS\r\n')
      .replace(/^(Date: )\w{3}, \d{2} \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r\n/m, '$1DATE\r\n')
      .replace(/^(Message-ID: <)[0-9a-z]{20}(@mx\.handles\.test>\r\n)/m, '$1ID$2');
    const expected = readFileSync(join(FOLDER, name), 'latin1').replace(/\n/g, '\r\n');
    expect(masked, where).toBe(expected);
  },
};

/** Return addresses of the server: a good one, a forged one, one of 22 days ago, one in upper case, a stored one. */
async function ownSenders(server: MailServer): Promise<Record<string, string>> {
  const { senderTokens: tokens, clock } = server.ports;
  const at = (daysAgo: number) => ({ now: () => new Date(clock.now().getTime() - daysAgo * DAY * 1000) });
  const senders = (daysAgo: number) =>
    new Srs({ domain: DOMAIN, secrets: server.options.secrets, tokens, clock: at(daysAgo) });
  const origin = { sender: 'carol@senders.test', recipient: 'alice' };
  const good = await senders(0).write(origin);
  const long = { sender: `${'verp-'.repeat(12)}@lists.senders.test`, recipient: 'alice' };
  return {
    srs: good,
    shouted: good.toUpperCase(),
    forged: good.replace(/^srs0=./, (start) => `srs0=${start.endsWith('a') ? 'b' : 'a'}`),
    redirected: good.replace('=carol@', '=mallory@'),
    week: await senders(7).write(origin),
    old: await senders(22).write(origin),
    token: await senders(0).write(long),
  };
}
