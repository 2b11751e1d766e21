import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findWordFaults } from './find-faults.ts';

const WORDS = `# Words

| thing | word | lost words | the specification keeps |
|---|---|---|---|
| to begin a session | sign in | \`log in\`, \`login\`, "Connect" | "Login" |
| Free or Plus | plan | _package_ | |
`;

/** A value in a template. */
const VALUE = ['$', '{name}'].join('');

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** Writes files into a new folder and returns the faults in it. */
function faultsIn(files: Record<string, string>, texts: string[] = []): string[] {
  const root = mkdtempSync(join(tmpdir(), 'words-'));
  roots.push(root);
  for (const [file, text] of Object.entries({ 'docs/words.md': WORDS, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return findWordFaults(root, [{ reason: 'of the specification', texts }]);
}

it.each([
  [
    'text of a screen',
    'web/new/new-screen.tsx',
    '// The first\n// lines\nexport const A = () => <p>é: please log in</p>;',
    3,
  ],
  [
    'text over two lines',
    'web/new/screen.tsx',
    'export const A = () => (\n  <p>\n    Please log\n    in now\n  </p>\n);',
    2,
  ],
  ['label for a screen reader', 'web/new/screen.tsx', 'export const A = () => <i aria-label="Your login" />;', 1],
  ['attribute of a component', 'web/new/screen.tsx', "export const A = () => <Field help={'Your login'} />;", 1],
  ['text with a value', 'web/new/text.ts', `export const text = (name: string) => \`Logins of ${VALUE}\`;`, 1],
  ['label of one word', 'web/new/text.ts', "export const label = 'Login';", 1],
  ['label that may not stand alone', 'web/new/text.ts', "export const label = { title: 'Connect' };", 1],
  ['email', 'server/new/emails/new-email.ts', `export const email = html\`<p>Log in to ${VALUE}</p>\`;`, 1],
  ['error message', 'contract/errors.ts', "export const errors = { a: { status: 400, message: 'Log in first.' } };", 1],
  ['reply of SMTP', 'mail/new.ts', "export const reply = { code: 421, text: 'Too many logins' } as const;", 1],
  ['output of a command', 'tools/admin/new.ts', "console.log('The login of', name);", 1],
  ['paragraph of a page', 'README.md', '# Name\n\nOpen it and log\nin.\n', 3],
  ['cell of a page', 'docs/new.md', '| a | b |\n|---|---|\n| the login | c |\n', 3],
])('finds a rejected word in the %s', (_place, file, source, line) => {
  const faults = faultsIn({ [file]: source });
  expect(faults).toEqual([expect.stringContaining(`${file}:${line}: `)]);
  expect(faults[0]).toContain('the word is sign in');
});

it.each([
  ['a class name', 'export const A = () => <p className="login page">Text</p>;'],
  ['an address', "export const url = 'Open /login?login=1 or https://login.example/login now';"],
  ['a name', "import { x } from './login page.ts';\nexport const kind = 'login';"],
  ['a type', "export type Kind = 'a login' | 'Login';"],
  ['a comparison', "export const is = (kind: string) => kind === 'Login';"],
  ['a query', 'export const rows = sql`select a login from b`;'],
  ['a comment', '// A login.\nexport const a = 1;'],
  ['code in a text', "export const text = 'Run `npm login` now';"],
  ['a part of another word', "export const text = 'A loginname, Connect it';"],
])('does not treat %s as a text', (_what, source) => {
  expect(faultsIn({ 'web/new/screen.tsx': source })).toEqual([]);
});

it('accepts words with other meanings on the pages, and ignores code and quotations', () => {
  const page = 'An npm package, `login`, "Login", *Login* and [a link](login.md).\n\n```\nlogin\n```\n';
  expect(faultsIn({ 'docs/new.md': page, 'CHANGELOG.md': 'A login.\n' })).toEqual([]);
  expect(faultsIn({ 'web/text.ts': "export const a = 'Your package';" })).toHaveLength(1);
});

it('accepts exactly the texts of the exceptions, and reports exceptions that no text needs', () => {
  const source = "export const a = ['Login', 'Login now'];";
  expect(faultsIn({ 'web/text.ts': source }, ['Login', 'Login now'])).toEqual([]);
  expect(faultsIn({ 'web/text.ts': source }, ['Login'])).toHaveLength(1);
  expect(faultsIn({}, ['Login'])).toEqual(['no text needs the exception "Login"']);
});

it.each([
  "new Intl.DateTimeFormat('en')",
  'new Date().toLocaleDateString()',
  "new Date()['toLocaleTimeString']()",
  "(5).toLocaleString('en')",
])('finds a date or count that is formatted outside contract/: %s', (code) => {
  expect(faultsIn({ 'web/new/text.ts': `export const text = ${code};` })).toEqual([
    expect.stringMatching(/^web\/new\/text\.ts: \w+: use contract\/dates\.ts/),
  ]);
  expect(faultsIn({ 'contract/dates.ts': `export const text = ${code};` })).toEqual([]);
});
