import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EmailSample,
  emailSamples,
  HOSTILE_NAMES,
  LONG_NAMES,
  type SampleInput,
  sampleRegistry,
} from '../../tests/support/mail/email-samples.ts';
import { SAMPLE_SITE } from '../../tests/support/pages/sample-site.ts';
import { nestingErrors } from '../../tests/support/parsers/html-nesting.ts';
import { createTestDatabase } from '../../tests/support/server/test-database.ts';
import type { Email } from '../emails/shared/email.ts';
import { toMimeMessage } from '../emails/shared/mime-message.ts';
import { openDatabase, openPool } from '../platform/db/database.ts';

/** Gmail shows the first 102 KB of an email. */
const MAX_HTML = 30_000;
const WIDTH = 72;

const INPUTS: Record<string, SampleInput> = {
  'ordinary names': { handle: 'ada', name: 'Work laptop', person: 'charles' },
  'hostile names': HOSTILE_NAMES,
  'long names from right to left': LONG_NAMES,
};

type Rendered = EmailSample & { html: string | undefined; text: string };
const all = new Map<string, Rendered[]>();

beforeAll(async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.url);
  try {
    for (const [names, input] of Object.entries(INPUTS)) {
      const samples = await emailSamples(openDatabase(pool), input);
      all.set(names, await Promise.all(samples.map(render)));
    }
  } finally {
    await pool.end();
    await database.drop();
  }
});
afterAll(() => all.clear());

async function render(sample: EmailSample): Promise<Rendered> {
  const message = await toMimeMessage(sample.email, SAMPLE_SITE, 'Nameplate <no-reply@np.example>');
  const { html, text = '' } = await PostalMime.parse(message);
  return { ...sample, html, text };
}

/** Returns the emails with a layout: all but those that a person writes. */
function laidOut(names: string) {
  return (all.get(names) ?? []).flatMap(({ name, email, html, text }) =>
    'text' in email ? [] : [{ name, email, html: html ?? '', text }],
  );
}

const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => unescaped(href).replace(/^mailto:/, ''));
const unescaped = (text: string) =>
  text.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_all, name) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[String(name)] ?? '&',
  );
const count = (html: string, part: RegExp) => html.match(new RegExp(part, 'g'))?.length ?? 0;
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Returns all texts in the body of an email as plain strings. */
function contentOf({ heading, body, button, code, notes, stop }: Email): string[] {
  const plain = (text: Email['body'][number]): string[] => {
    if (typeof text === 'string') return [text];
    if ('quotation' in text) return text.quotation.flatMap(plain);
    if ('facts' in text) return text.facts.flatMap(({ label, value }) => [label, ...plain(value)]);
    if ('lines' in text) {
      const lines = text.lines.flatMap(({ item, detail, period, price }) => [
        ...plain(item),
        detail,
        price,
        ...(period ?? []),
      ]);
      return [...lines, text.total.label, text.total.price];
    }
    return text.map((part) => (typeof part === 'string' ? part : part.typed));
  };
  return [heading, button.label, ...body.flatMap(plain), ...notes, code?.text ?? '', stop?.text ?? ''];
}

it('has a sample of every registered email', () => {
  const kinds = new Set(all.get('ordinary names')?.map(({ kind }) => kind));
  expect(Object.keys(sampleRegistry()).filter((kind) => !kinds.has(kind))).toEqual([]);
});

it('sends plain text only for emails that a person writes', () => {
  const plain = (all.get('ordinary names') ?? []).filter(({ html }) => html === undefined);
  expect(plain.map(({ kind }) => kind)).toEqual(['support-request', 'support-answer']);
});

describe.each(Object.keys(INPUTS))('with %s, every email', (names) => {
  it('has one heading, one button, and a hidden preheader that differs from the subject', () => {
    for (const { name, email, html } of laidOut(names)) {
      expect([name, count(html, /<h1/), count(html, /class="np-button"/)]).toEqual([name, 1, 1]);
      expect(email.preheader.length, name).toBeGreaterThan(10);
      expect(email.preheader, name).not.toBe(email.subject);
      const hidden = /<body[^>]*>\s*<div style="display:none;[^"]*">([^<]*)<\/div>/.exec(html)?.[1] ?? '';
      expect(unescaped(hidden), name).toContain(email.preheader);
    }
  });

  it('has a text part with the same content and every link of the HTML part', () => {
    for (const { name, email, html, text } of laidOut(names)) {
      const flat = oneLine(text.replace(/^> ?/gm, ''));
      for (const part of contentOf(email)) expect(flat, name).toContain(oneLine(part).trim());
      for (const link of linksIn(html)) expect(text, name).toContain(link);
    }
  });

  it('has a text part in lines of at most 72 characters, unless a word is longer', () => {
    for (const { name, text } of laidOut(names)) {
      const long = text.split('\n').filter((line) => line.length > WIDTH && line.trim().includes(' '));
      expect({ name, long }).toEqual({ name, long: [] });
    }
  });

  it('is well-formed HTML without anything to load, and small', () => {
    for (const { name, html } of laidOut(names)) {
      expect({ name, errors: nestingErrors(html) }).toEqual({ name, errors: [] });
      const tags = (html.match(/<[a-z][^<>]*>/g) ?? []).join('');
      expect(tags, name).not.toMatch(/<(img|link|script|iframe|object|form|video)\b|\s(src|background|srcset)=/);
      expect(html, name).not.toMatch(/url\(|@import/);
      expect(Buffer.byteLength(html), name).toBeLessThan(MAX_HTML);
    }
  });

  it('has a language, a dark theme and the direction of typed names', () => {
    for (const { name, html } of laidOut(names)) {
      expect(html, name).toContain('<html lang="en" dir="ltr">');
      expect(html, name).toContain('<meta name="color-scheme" content="light dark">');
      expect(html, name).toContain('@media (prefers-color-scheme:dark)');
    }
    const passkey = laidOut(names).find(({ name }) => name === 'passkey-added');
    expect(passkey?.html).toMatch(/“<span dir="auto">[^<]+<\/span>”/);
  });

  it('shows its handle as a link to its page or address', () => {
    for (const { name, email, html } of laidOut(names)) {
      if (!email.handle) continue;
      const { handle } = INPUTS[names] as SampleInput;
      const url = email.handle.shownAs === 'page' ? `https://np.example/${handle}` : `mailto:${handle}@np.example`;
      const title = new RegExp(`<a class="np-plain" href="([^"]*)"[^>]*>(?:(?!</a>).)*>${handle}</span>`).exec(html);
      expect([name, title?.[1]]).toEqual([name, url]);
    }
  });
});

it('keeps markup, line breaks and direction characters in names out of the emails', () => {
  for (const { name, html, text } of laidOut('hostile names')) {
    expect(html, name).not.toMatch(/<img|<\/p><\/a>/);
    expect(`${html}${text}`, name).not.toContain('\u202e');
  }
  const passkey = laidOut('hostile names').find(({ name }) => name === 'passkey-added');
  expect(passkey?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;');
  expect(passkey?.text).toContain('“<img src=x onerror=alert(1)>');
});

it('shows a handle with a dot only in links, addresses and paths, because mail programs would link its domain elsewhere', () => {
  for (const { name, html } of laidOut('hostile names')) {
    const body = html.replace(/^.*<body/s, '<body').replace(/<a [\s\S]*?<\/a>/g, '');
    const shown = body.replace(/<[^>]*>/g, '');
    expect(shown, name).not.toMatch(/(?<![/\w.-])your-account\.evil\.com(?!@)/);
  }
});

it('fills the lines of the text part', () => {
  for (const { name, text } of laidOut('ordinary names')) {
    expect(text, name).not.toMatch(/^[a-z]{1,12}\n[a-z]{1,12}\n[a-z]{1,12}$/im);
  }
});

it("sets an administrator's text apart from our own", () => {
  const answer = laidOut('ordinary names').find(({ name }) => name === 'page-report-answer');
  expect(answer?.text).toContain('replied:\n\n> Thank you. We have acted.\n>\n> Please report it again');
  expect(answer?.html).toMatch(/replied:<\/p>\s*<table[^>]*><tr><td class="np-line" style="[^"]*border-left:3px/);
});

it('isolates a right-to-left name in the text part', () => {
  const passkey = laidOut('long names from right to left').find(({ name }) => name === 'passkey-added');
  expect(oneLine(passkey?.text ?? '')).toMatch(/“\u2068מחשב[^\u2069]+\u2069”/);
});
