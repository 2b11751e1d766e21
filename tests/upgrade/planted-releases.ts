import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyBuilt, type ReleaseFolder, runSetup } from './release-folder.ts';

/** A release that differs from the working tree by migrations and by code that uses the changed column. */
export interface PlantedRelease {
  name: string;
  /** The migrations of this release and of the planted ones before it. */
  migrations: PlantedMigration[];
  /** The statement that its code executes for every call of the API; null if it uses no planted column. */
  statement: string | null;
}

interface PlantedMigration {
  name: string;
  sql: string;
  compatibleSince?: string;
}

/** Writes and reads a column of a random handle, as the code of a release with the column would. */
const use = (column: string) => `
  update handles set ${column} = md5(random()::text) where id in (
    select id from handles order by random() limit 1 for update skip locked
  ) returning ${column}`;

const ADD_NOTE = { name: '9001_add_note', sql: 'alter table handles add column planted_note text' };
const ADD_REMARK = {
  name: '9002_add_remark',
  // Code with one of the two columns reads values that code with the other column has written.
  sql: `
    alter table handles add column planted_remark text;
    update handles set planted_remark = planted_note;
    create function keep_planted_columns_equal() returns trigger language plpgsql as $$
    begin
      if new.planted_remark is distinct from old.planted_remark then new.planted_note := new.planted_remark;
      elsif new.planted_note is distinct from old.planted_note then new.planted_remark := new.planted_note;
      end if;
      return new;
    end $$;
    create trigger keep_planted_columns_equal before update on handles
      for each row execute function keep_planted_columns_equal()`,
};
const DROP_NOTE = {
  name: '9003_drop_note',
  sql: `
    drop trigger keep_planted_columns_equal on handles;
    drop function keep_planted_columns_equal();
    alter table handles drop column planted_note`,
  compatibleSince: ADD_REMARK.name,
};
const REMARK_UNUSED = { name: '9004_remark_unused', sql: 'select 1' };
const DROP_REMARK = {
  name: '9005_drop_remark',
  sql: 'alter table handles drop column planted_remark',
  compatibleSince: REMARK_UNUSED.name,
};

/** A column is added, renamed in two steps, and dropped one release after the code stopped using it. */
export const EXPAND_AND_CONTRACT: PlantedRelease[] = [
  { name: 'adds a column', migrations: [ADD_NOTE], statement: use('planted_note') },
  { name: 'renames it, step 1', migrations: [ADD_NOTE, ADD_REMARK], statement: use('planted_remark') },
  { name: 'renames it, step 2', migrations: [ADD_NOTE, ADD_REMARK, DROP_NOTE], statement: use('planted_remark') },
  { name: 'stops using it', migrations: [ADD_NOTE, ADD_REMARK, DROP_NOTE, REMARK_UNUSED], statement: null },
  { name: 'drops it', migrations: [ADD_NOTE, ADD_REMARK, DROP_NOTE, REMARK_UNUSED, DROP_REMARK], statement: null },
];

/** The query that returns a row for each handle whose two columns differ while the rename is under way. */
export const RENAME_DIFFERENCES = 'select id from handles where planted_note is distinct from planted_remark';

/** Releases that break the rule, each after the release that adds the column. The upgrade test must see each fail. */
export const UNSAFE: PlantedRelease[] = [
  unsafe('drops the column immediately', 'alter table handles drop column planted_note', null),
  unsafe(
    'renames the column immediately',
    'alter table handles rename column planted_note to planted_remark',
    use('planted_remark'),
  ),
  unsafe(
    'adds a column that older code does not fill',
    `alter table accounts add column planted_required text not null default 'filled';
     alter table accounts alter column planted_required drop default`,
    null,
  ),
];

function unsafe(name: string, sql: string, statement: string | null): PlantedRelease {
  return { name, migrations: [ADD_NOTE, { name: '9002_unsafe', sql }], statement };
}

const STYLES = 'web/app/styles.css';
/** The line of server/app.ts after which the code of a planted release is inserted. */
const ANCHOR = '  mapErrors(app);\n';
const HOOK = `  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/')) await usePlantedColumn(context.db);
  });
`;

/** Copies the working tree into a folder and plants a release in it. */
export function plantRelease(root: string, path: string, release: PlantedRelease): ReleaseFolder {
  copyBuilt(root, path);
  for (const migration of release.migrations) {
    writeFileSync(join(path, `db/migrations/${migration.name}.ts`), migrationSource(migration));
  }
  if (release.statement !== null) {
    writeFileSync(join(path, 'server/planted-column.ts'), columnSource(release.statement));
    const app = join(path, 'server/app.ts');
    writeFileSync(app, withPlantedColumn(readFileSync(app, 'utf8')));
  }
  return { name: `"${release.name}"`, path };
}

/** Changes the pages of a planted release, so that its build shares only some assets with the build of the tree. */
export function changePages({ path }: ReleaseFolder): void {
  appendFileSync(join(path, STYLES), '.planted-release { color: inherit; }\n');
  rmSync(join(path, 'dist'), { recursive: true });
  runSetup(path);
}

/** Inserts the use of the planted column into server/app.ts. Throws if the file no longer has the place for it. */
export function withPlantedColumn(source: string): string {
  if (source.split(ANCHOR).length !== 2) throw new Error(`server/app.ts does not have the line${ANCHOR}exactly once`);
  return `import { usePlantedColumn } from './planted-column.ts';\n${source.replace(ANCHOR, () => ANCHOR + HOOK)}`;
}

function migrationSource({ sql, compatibleSince }: PlantedMigration): string {
  return `import { type Kysely, sql } from 'kysely';
${compatibleSince ? `export const compatibleSince = '${compatibleSince}';\n` : ''}
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(${JSON.stringify(sql)}).execute(db);
}
`;
}

function columnSource(statement: string): string {
  return `import { type Kysely, sql } from 'kysely';

export async function usePlantedColumn(db: Kysely<any>): Promise<void> {
  await sql.raw(${JSON.stringify(statement)}).execute(db);
}
`;
}
