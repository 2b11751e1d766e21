import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenLinks } from './find-broken-links.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'nameplate-links-'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs/flow.md'), "# Flow\n\n## What's `npm start` for?\n\n```sh\n# not a heading\n```\n");
  writeFileSync(join(root, 'README.md'), '# Name\n');
});

afterAll(() => rmSync(root, { recursive: true }));

it('accepts links to files, headings and other sites, and ignores code', () => {
  const page =
    '# Page\n[a](flow.md), [b](flow.md#whats-npm-start-for), [c](../README.md#name), [d](#page), [e](https://example.org/x#y), `[f](g)`\n';
  writeFileSync(join(root, 'docs/page.md'), page);
  expect(brokenLinks('docs/page.md', page, root)).toEqual([]);
});

it.each([
  ['[a](gone.md)', 'docs/page.md: the link to gone.md leads nowhere'],
  ['<img src="gone.png">', 'docs/page.md: the link to gone.png leads nowhere'],
  ['[a](flow.md#start)', 'docs/page.md: docs/flow.md has no heading #start'],
  ['[a](flow.md#not-a-heading)', 'docs/page.md: docs/flow.md has no heading #not-a-heading'],
])('reports %s', (markdown, fault) => {
  expect(brokenLinks('docs/page.md', markdown, root)).toEqual([fault]);
});
