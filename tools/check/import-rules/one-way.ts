import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Violation } from './violation.ts';

interface Way {
  rule: string;
  meaning: string;
  /** Text that only these places may contain. */
  pattern: RegExp;
  places: string[];
  /** The files that it applies to; all if absent. */
  within?: RegExp;
}

const PRODUCT = /^(contract|web|server|mail|tools)\/(?!.*\.test\.tsx?$)/;

/** Rules that a pattern can check, about tasks with only one allowed way or place. */
const WAYS: Way[] = [
  {
    rule: 'one-lock',
    meaning: 'a lock on a name is taken with lockName of server/platform/db/lock-name.ts',
    pattern: /pg_(try_)?advisory_xact_lock\(/,
    places: ['server/platform/db/lock-name.ts'],
  },
  {
    rule: 'units-of-time',
    meaning: 'units of time come from contract/time.ts, and in mail/ from mail/message/time.ts',
    pattern:
      /\bconst (SECOND|MINUTE|HOUR|DAY|WEEK)(_MS|_SECONDS|_MINUTES)? = [^'"`]|\b24 \* (60 \* 60|3_?600)|\b(86_400(_000)?|3_600_000)\b|\b60 \* 60 \* 1000\b/,
    places: ['contract/time.ts', 'mail/message/time.ts'],
  },
  {
    rule: 'old-name',
    meaning:
      'a delivery was a flight, the deletion queue doomed objects, a magic link a mailed link: only tables, columns and the wire keep these names',
    // The lookarounds exclude names that keep these words, and words with other meanings.
    pattern:
      /(?<!single-|in[ -])\b(?!(?:flights|flightId|doomed_(?:objects|at)|mailed_?links)\b|doomed-objects|(?:single|in)_?flight)\w*(?:flight|doomed|mailed_?link)/i,
    places: [],
    within: PRODUCT,
  },
  {
    rule: 'old-name',
    meaning:
      'an email was a letter, a social image a card: contract/errors.ts maps the error code, and contract/paths.ts the address of the image',
    pattern: /too_many_letters|\bsiteCard\b|\bcard_(key|hash)\b|\bpages\.card\b/,
    // The browser reads the code of a response.
    places: ['contract/errors.ts', 'web/editor/shared/details-result.ts'],
    within: PRODUCT,
  },
  {
    rule: 'word-list',
    meaning: 'words() of contract/words.ts splits a list of words that is written as one text',
    pattern: /'[^']* [^']*'\.split\(' '\)/,
    places: [],
    within: /^(?!mail\/)/,
  },
  {
    rule: 'product-name',
    meaning:
      'people read the name of their site, and only contract/site/product.ts has the name of the software; header fields X-... are names of the protocol',
    pattern: /(?<!X-)Nameplate/,
    places: ['contract/site/product.ts'],
    // Messages to the operator name the software.
    within: /^(contract|web|mail|server)\/(?!start\.ts$|backup\/|platform\/config\/)(?!.*\.test\.tsx?$)/,
  },
  {
    rule: 'stored-job-name',
    meaning:
      'the name of a job is stored with its jobs: it is one constant, beside the code that adds the job or in server/jobs/tasks.ts',
    pattern:
      /'(send-letter|draw-card|order-missing-cards|forget-flights|delete-doomed-objects|settle-open-payments|keep-years)'/,
    places: [
      'server/emails/rules.ts',
      'server/jobs/tasks.ts',
      'server/page-changes/page-changes.ts',
      'server/platform/storage/deletion-queue.ts',
    ],
    within: PRODUCT,
  },
  {
    rule: 'one-form',
    meaning: 'useForm of web/ui/form/use-form.ts keeps the values of a form; a dialog also uses DialogForm',
    pattern: /\bFormEvent\b|\bonSubmit=/,
    places: [
      'web/ui/form/use-form.ts',
      // The form sends a code as soon as it is complete, and selects a wrong one.
      'web/accounts/sign-in/code-form.tsx',
      // The form starts again at each opening and after an edit conflict.
      'web/admin/packages/package-dialog.tsx',
      // The editor keeps and saves what is typed.
      'web/editor/settings/settings-form.tsx',
      // A field that filters a list.
      'web/editor/links/dialogs/add-dialog.tsx',
      'web/own-handles/handle-picker-dialog.tsx',
      // The form checks a handle while it is typed; on the landing page it also works without script.
      'web/handles/claim/claim-page.tsx',
      'web/marketing/landing/handle-form.tsx',
    ],
    within: /^web\//,
  },
  {
    rule: 'test-fixtures',
    meaning: 'a test file gets its server from useServer, its database from useDatabase and its PayPal from usePaypal',
    pattern: /^\s*(server|database|paypal) = await (startServer|createTestDatabase|startPaypal)\(/,
    places: [],
  },
];

/**
 * Returns the lines of source files that break one of these rules. Ignores comments, and the texts of rules and their
 * tests.
 */
export function findOtherWays(root: string, folders: string[]): Violation[] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  ).map((file) => file.replaceAll(sep, '/'));
  return files
    .filter((file) => !file.startsWith('tools/check/') && !file.startsWith('db/'))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      return WAYS.filter(({ places, within }) => !places.includes(file) && within?.test(file) !== false).flatMap(
        ({ rule, meaning, pattern }) =>
          lines.flatMap((line, at) =>
            pattern.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line)
              ? [{ rule, meaning, where: `${file}:${at + 1}` }]
              : [],
          ),
      );
    });
}
