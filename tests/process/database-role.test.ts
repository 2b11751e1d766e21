import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { grantServiceRole } from '../../db/grant-service-role.ts';
import { nextMailTo } from '../support/mail/outbox.ts';
import { verifiedHandle } from '../support/mail/verified-handle.ts';
import { startApp } from '../support/server/app-process.ts';
import { runUntilExit } from '../support/server/run-until-exit.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
/** The two roles of docs/operate.md. */
const [, createRoles = ''] = [...read('docs/operate.md').matchAll(/^```sql\n([^`]*)^```$/gm)].map(
  ([, block]) => block ?? '',
);
const grants = read('db/service-role.sql');

/** Returns the address of a database on the run's server, for a role or the superuser. */
function address(database: string, role?: string, password?: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = database;
  if (role) [url.username, url.password] = [role, password ?? ''];
  return url.href;
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // One statement at a time: CREATE DATABASE cannot run inside a transaction block.
    const statements = text.includes('do $$') ? [text] : text.split(';').filter((one) => one.trim() !== '');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A separate name, because the run's PostgreSQL already has a database `nameplate`. */
const DATABASE = 'nameplate_of_two_roles';
const owner = address(DATABASE, 'nameplate_owner', 'choose-one');
const service = address(DATABASE, 'nameplate_service', 'choose-another');
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'nameplate-role-'));
  await run(inject('postgresUrl'), createRoles.replace('database nameplate ', `database ${DATABASE} `));
});
afterAll(async () => {
  await run(
    inject('postgresUrl'),
    `drop database ${DATABASE} with (force); drop role nameplate_owner; drop role nameplate_service`,
  );
  await rm(dataDir, { recursive: true, force: true });
});

const start = (roles: string) =>
  runUntilExit(['server/main.ts'], {
    DATABASE_URL: service,
    DATA_DIR: dataDir,
    ROLES: roles,
    PORT: '0',
    SMTP_PORT: '0',
  });

it('exits with an error as a database role that can neither create nor use the tables', async () => {
  const empty = await start('jobs');
  expect(empty.code).toBe(1);
  expect(empty.output).toContain('npm run migrate');

  const migrated = await runUntilExit(['tools/migrate.ts'], { DATABASE_URL: owner });
  expect(migrated).toMatchObject({ code: 0, output: expect.stringContaining('has the schema of this release') });
  await run(owner, grants.replace(/^do [\s\S]*/m, ''));
  const unseen = await start('http');
  expect(unseen.code).toBe(1);
  expect(unseen.output).toContain('row-level security');
  expect(unseen.output).not.toMatch(/\n\s+at /);
});

it('exits with an error if the job worker connects to the database and cannot start', async () => {
  await run(owner, grants);
  await run(owner, 'revoke update on graphile_worker._private_job_queues from nameplate_service');
  const { code, output } = await start('jobs');
  expect(code).toBe(1);
  expect(output).toContain('_private_job_queues');
});

it('gives no rights to a role whose name is not plain', async () => {
  for (const name of ['someone"; drop schema public cascade; --', 'Upper', '']) {
    await expect(grantServiceRole(owner, name)).rejects.toThrow('is not a role name');
  }
});

it('serves claims, jobs and mail as the documented database role, which cannot change the audit log', async () => {
  const granted = await runUntilExit(['tools/migrate.ts', '--grant', 'nameplate_service'], { DATABASE_URL: owner });
  expect(granted, granted.output).toMatchObject({ code: 0 });
  const app = await startApp({ dataDir, env: { DATABASE_URL: service } });
  try {
    await verifiedHandle(app, 'role-without-tables', 'owner@inbox.example');
    const client = createTransport({ host: '127.0.0.1', port: app.smtpPort, ignoreTLS: true });
    await client.sendMail({
      from: 'a@sender.example',
      to: 'role-without-tables@localhost',
      subject: 'Hello',
      text: '',
    });
    expect((await nextMailTo(app, 'owner@inbox.example', 2)).subject).toBe('Hello');
    expect(app.output()).not.toMatch(/permission denied|row-level security|"level":50|ERROR/);
  } finally {
    await app.stop();
  }
  await expect(run(service, 'delete from admin_acts')).rejects.toThrow('permission denied');
  await expect(run(service, 'alter table admin_acts disable trigger only_add')).rejects.toThrow('must be owner');
});
