import { readFileSync } from 'node:fs';
import {
  getAdminSite,
  putAdminSite,
  type SiteDocument,
  siteChangeQuery,
  siteDocument,
} from '../../contract/site/site-document.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { changeSite, versionedSite } from '../../server/admin/site/site-rules.ts';
import { type AdminContext, type Command, command, type Flag, parse, UsageError } from './command.ts';

const FROM: Record<string, Flag> = {
  from: { hint: 'DAY', about: 'the day from which changed legal texts hold, such as 2027-01-01; today if absent' },
};

/** Commands about the document of the site: its name, look, texts, and who may claim a handle. */
export const SITE_COMMANDS: Command[] = [
  command('site get', 'shows the document of the site, or one value such as claims.mode', {
    calls: [getAdminSite],
    args: ['[NAME]'],
    run: async (context, { args: [name] }) => {
      const { document } = await current(context);
      return name === undefined ? document : valueAt(document, name);
    },
  }),
  command(
    'site set',
    'changes one value, such as claims.mode=closed; a value may be JSON, or @FILE for the text of a file',
    {
      calls: [putAdminSite],
      args: ['NAME=VALUE'],
      flags: FROM,
      async run(context, { args: [typed = ''], flags: { from } }) {
        const [, name = '', value = ''] = /^([\w.]+)=(.*)$/s.exec(typed) ?? [];
        if (name === '') throw new UsageError(`${typed} is not NAME=VALUE, such as name="Rowing Club".`);
        const { document, version } = await current(context);
        const changed = parse(siteDocument, withValue(document, name, fromText(value)));
        return save(context, changed, version, from);
      },
      lines: changedLine,
    },
  ),
  command('site export', 'writes the document as JSON, for site import', {
    run: async (context) => (await current(context)).document,
  }),
  command('site import', 'replaces the document with a JSON file; - reads the standard input', {
    args: ['FILE'],
    flags: { check: { about: 'reports errors in the file and changes nothing' }, ...FROM },
    async run(context, { args: [file = ''], flags: { from }, switches }) {
      const document = parse(siteDocument, readJson(file));
      if (switches.has('check')) return document;
      return save(context, document, (await current(context)).version, from);
    },
    lines: (document, { switches }) =>
      switches.has('check') ? 'The file is valid. Nothing was changed.' : changedLine(document),
  }),
];

function changedLine({ name }: Pick<SiteDocument, 'name'>): string {
  return `The document of ${name} is saved.`;
}

async function current({ db, clock }: AdminContext): Promise<{ document: SiteDocument; version: string }> {
  const { version, ...document } = await versionedSite(db, clock());
  return { document, version };
}

async function save(
  context: AdminContext,
  document: SiteDocument,
  version: string,
  typedFrom: string | undefined,
): Promise<SiteDocument> {
  const { from } = parse(siteChangeQuery, { from: typedFrom });
  const change = { expected: [`"${version}"`], from };
  const { version: _version, ...saved } = await changeSite(context, COMMAND_LINE, document, change);
  return saved;
}

function valueAt(document: SiteDocument, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => {
    if (isObject(value) && Object.hasOwn(value, key)) return value[key];
    throw new UsageError(`The site has no value ${name}. It has: ${Object.keys(document).join(', ')}.`);
  }, document);
}

/** Returns the document with another value at a name such as `claims.mode`. The schema rejects unknown names. */
function withValue(document: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = name.split('.');
  if (rest.length === 0) return { ...document, [key]: value };
  const inner = Object.hasOwn(document, key) ? document[key] : undefined;
  return { ...document, [key]: withValue(isObject(inner) ? inner : {}, rest.join('.'), value) };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the value of a text: that of a file after `@`, JSON if it is JSON, otherwise the text itself. */
function fromText(text: string): unknown {
  if (text.startsWith('@')) return readText(text.slice(1));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
}
