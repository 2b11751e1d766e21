import { readFileSync } from 'node:fs';
import type { SitePictureKind } from '../../contract/pictures.ts';
import {
  getAdminSite,
  putAdminSite,
  type SiteDocument,
  STANDARD_SITE,
  siteChangeQuery,
  siteDocument,
} from '../../contract/site/site-document.ts';
import { postSitePicture, postSitePictureUpload } from '../../contract/site/site-pictures.ts';
import { getAdminSiteSettings } from '../../contract/site/site-settings.ts';
import { isObject, valueAt, withValueAt } from '../../contract/site/site-values.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { changeSite, versionedSite } from '../../server/admin/site/site-rules.ts';
import { pictureQueue } from '../../server/uploads/picture-queue.ts';
import { addSitePictureFile, assertSitePictures } from '../../server/uploads/site-pictures/site-picture-rules.ts';
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
      return name === undefined ? document : named(document, name);
    },
  }),
  command(
    'site set',
    'changes one value, such as claims.mode=closed; a value may be JSON, or @FILE for a text or a picture, such as logo=@./logo.png',
    {
      calls: [putAdminSite, postSitePictureUpload, postSitePicture],
      args: ['NAME=VALUE'],
      flags: FROM,
      async run(context, { args: [typed = ''], flags: { from } }) {
        const [, name = '', value = ''] = /^([\w.]+)=(.*)$/s.exec(typed) ?? [];
        if (name === '') throw new UsageError(`${typed} is not NAME=VALUE, such as name="Rowing Club".`);
        const picture = PICTURES[name];
        const isFile = picture !== undefined && value.startsWith('@');
        const { document, version } = await current(context);
        const given = isFile ? await addPicture(context, picture, value.slice(1)) : fromText(value);
        const changed = parse(siteDocument, withValueAt(document, name, given));
        return save(context, changed, version, from);
      },
      lines: changedLine,
    },
  ),
  command('site settings', 'shows the settings of the environment that win over the document', {
    calls: [getAdminSiteSettings],
    run: async ({ config }) => ({ settings: config.siteSettings }),
    lines: ({ settings }) =>
      settings.length === 0
        ? 'No setting wins over the document.'
        : settings.map(({ name, value }) => `${name}=${value}`),
  }),
  command('site export', 'writes the document as JSON, for site import', {
    run: async (context) => (await current(context)).document,
  }),
  command(
    'site import',
    'replaces the document with a JSON file, in which a missing name has its standard value; - reads the standard input',
    {
      args: ['FILE'],
      flags: { check: { about: 'reports errors in the file and changes nothing' }, ...FROM },
      async run(context, { args: [file = ''], flags: { from }, switches }) {
        const document = parse(siteDocument, withStandardValues(readJson(file)));
        if (switches.has('check')) {
          await checkPictures(context, document);
          return document;
        }
        return save(context, document, (await current(context)).version, from);
      },
      lines: (document, { switches }) =>
        switches.has('check') ? 'The file is valid. Nothing was changed.' : changedLine(document),
    },
  ),
];

/** The values that are pictures, with the kind of each. */
const PICTURES: Record<string, SitePictureKind | undefined> = { logo: 'logo', logoDark: 'logo', icon: 'icon' };

/** Makes a PNG or WebP file a picture of the site, and returns its path. */
async function addPicture(context: AdminContext, kind: SitePictureKind, file: string): Promise<string> {
  return addSitePictureFile({ ...context, encode: pictureQueue() }, kind, file);
}

async function checkPictures({ db }: AdminContext, document: SiteDocument): Promise<void> {
  await db.transaction().execute(async (trx) => assertSitePictures(trx, document));
}

/** Completes a document that an earlier release exported. */
function withStandardValues(document: unknown): unknown {
  return isObject(document) && !Array.isArray(document) ? { ...STANDARD_SITE, ...document } : document;
}

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

function named(document: SiteDocument, name: string): unknown {
  const value = valueAt(document, name);
  if (value !== undefined) return value;
  throw new UsageError(`The site has no value ${name}. It has: ${Object.keys(document).join(', ')}.`);
}

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
