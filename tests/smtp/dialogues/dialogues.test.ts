import { isAscii } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../../contract/time.ts';
import type { SharedCounters } from '../../../mail/host/shared-state.ts';
import { headerEnd } from '../../../mail/message/header.ts';
import type { MailOptions } from '../../../mail/options.ts';
import { Srs } from '../../../mail/rewrite/srs.ts';
import { DOMAIN, HOSTNAME, type MailServer, startMailServer } from '../mail-server.ts';
import { createFakeSubmission } from '../submission-policy.ts';
import { LineClient } from './line-client.ts';
import { matches, parseDialogue, type Step } from './parse-dialogue.ts';

const FOLDER = import.meta.dirname;

let tls: { key: string; cert: string };
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: HOSTNAME }], { keySize: 2048, algorithm: 'sha256' });
  tls = { key: made.private, cert: made.cert };
});

describe('the SMTP server', () => {
  it.each(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.txt'))
      .map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const)
      .map(([file, text]) => [file, text.split('\n', 1)[0]?.slice(2), text] as const),
  )('replies as the dialogue %s specifies: %s', async (file, _summary, text) => {
    const { settings } = parseDialogue(text, {});
    await using server = await startMailServer({
      options: { seal: false, ...optionsOf(settings) },
      rates: countingRates(),
      ...(settings.submission || settings.submissions ? { submission: createFakeSubmission(DOMAIN) } : {}),
    });
    const { steps } = parseDialogue(text, await returnAddresses(server));
    const client = await LineClient.connect(portOf(server, settings));
    try {
      for (const step of steps) await runStep(step, client, server, file);
    } finally {
      client.destroy();
    }
  });
});

/** The port of a dialogue: that of mail transfer unless a setting names submission. */
function portOf(server: MailServer, { submission, submissions }: Record<string, number>): number {
  if (submission) return server.submissionPort;
  return submissions ? server.submissionsPort : server.port;
}

/** Converts the settings of a dialogue to server options; `limits.name` sets one of the limits. */
function optionsOf(settings: Record<string, number>): Partial<MailOptions> {
  const limits = Object.entries(settings).filter(([name]) => name.startsWith('limits.'));
  return {
    ...settings,
    limits: Object.fromEntries(limits.map(([name, max]) => [name.slice('limits.'.length), max])),
    ...(settings.notls ? {} : { tls }),
  };
}

/** Counters for the rate limits of one dialogue. */
function countingRates(): SharedCounters {
  const counts = new Map<string, number>();
  return {
    take(key, max) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= max;
    },
  };
}

async function runStep(step: Step, client: LineClient, server: MailServer, file: string): Promise<void> {
  const where = `${file}:${step.line}`;
  if (step.kind === 'send') return client.send(step.bytes);
  if (step.kind === 'expect') {
    const line = await client.readLine();
    if (!matches(line, step.pattern)) expect.fail(`${where}: received "${line}", expected "${step.pattern}"`);
    return;
  }
  await ACTIONS[step.verb]?.(client, server, step.rest, where);
  if (!ACTIONS[step.verb]) throw new Error(`${where}: unknown action: ${step.verb}`);
}

const ACTIONS: Record<string, (client: LineClient, server: MailServer, rest: string, where: string) => Promise<void>> =
  {
    tls: async (client) => void (await client.startTls()),
    wait: async (_client, _server, ms) => {
      await new Promise((resolve) => setTimeout(resolve, Number(ms)));
    },
    shutdown: async (_client, server) => {
      void server.close();
    },
    closed: async (client, _server, _rest, where) => {
      expect(await client.closes(), `${where}: the server closes the connection`).toBe(true);
    },
    silent: async (client, _server, ms, where) => {
      await new Promise((resolve) => setTimeout(resolve, Number(ms)));
      expect(client.unread, `${where}: the server sends nothing`).toBe('');
    },
    clock: async (_client, server, days) => server.advance(Number(days) * DAY_SECONDS),
    // = received 2: the number of messages that the inbox received.
    received: async (_client, server, count, where) => {
      expect(server.inbox.received.length, where).toBe(Number(count));
    },
    queued: async (_client, server, count, where) => {
      expect(server.queue.rows.length, where).toBe(Number(count));
    },
    // = length 123: the number of bytes below our Received field.
    length: async (_client, server, count, where) => {
      const text = (server.inbox.received.at(-1)?.bytes ?? Buffer.alloc(0)).toString('latin1');
      const end = /^Received: .*\r\n(?:\t.*\r\n)*/m.exec(text);
      expect(text.slice((end?.index ?? 0) + (end?.[0].length ?? 0)).length, where).toBe(Number(count));
    },
    // = submitted 2: the number of messages that reached the submission pipeline.
    submitted: async (_client, { submitted }, count, where) => {
      expect(submitted().length, where).toBe(Number(count));
    },
    // = leave: the client disconnects without QUIT; = again: the client connects again.
    leave: async (client) => client.destroy(),
    // = half: the client closes its side of the connection and continues to read.
    half: async (client) => client.halfClose(),
    again: (client) => client.reconnect(),
    // = from <pattern>: the envelope sender of the last message at the inbox.
    from: async (_client, server, pattern, where) => {
      const last = server.inbox.received.at(-1);
      expect(matches(`<${last?.from}>`, pattern), `${where}: <${last?.from}>`).toBe(true);
    },
    // = parameters <pattern>: the parameters of the last MAIL command that the inbox received.
    parameters: async (_client, server, pattern, where) => {
      const last = server.inbox.received.at(-1);
      expect(matches(last?.parameters ?? '', pattern), `${where}: ${last?.parameters}`).toBe(true);
    },
    // = alarm text: the last alarm that the server raised.
    alarm: async (_client, server, text, where) => {
      expect(server.alarms.at(-1), where).toBe(text);
    },
    // = ascii: the header of the last message at the inbox is ASCII.
    ascii: async (_client, server, _rest, where) => {
      const bytes = server.inbox.received.at(-1)?.bytes ?? Buffer.alloc(0);
      expect(isAscii(bytes.subarray(0, headerEnd(bytes))), where).toBe(true);
    },
    // = bytes name.eml: the last message at the inbox. Our ids, dates and signatures are masked.
    bytes: async (_client, server, name, where) => {
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

/**
 * Returns the return addresses that dialogues refer to: valid, in upper case, with a forged signature, with another sender, 7
 * days old, expired, and stored under a token.
 */
async function returnAddresses(server: MailServer): Promise<Record<string, string>> {
  const { senderTokens: tokens, clock } = server.host;
  const at = (daysAgo: number) => () => new Date(clock().getTime() - daysAgo * DAY_SECONDS * 1000);
  const senders = (daysAgo: number) =>
    new Srs({ domain: DOMAIN, secrets: server.options.secrets, tokens, clock: at(daysAgo) });
  const origin = { sender: 'carol@senders.test', recipient: 'alice' };
  const valid = await senders(0).write(origin);
  const long = { sender: `${'verp-'.repeat(12)}@lists.senders.test`, recipient: 'alice' };
  return {
    srs: valid,
    upperCase: valid.toUpperCase(),
    forged: valid.replace(/^srs0=./, (start) => `srs0=${start.endsWith('a') ? 'b' : 'a'}`),
    redirected: valid.replace('=carol@', '=mallory@'),
    week: await senders(7).write(origin),
    old: await senders(22).write(origin),
    token: await senders(0).write(long),
  };
}
