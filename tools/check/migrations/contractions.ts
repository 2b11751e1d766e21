import type { Catalog } from './catalog.ts';

/**
 * Returns, as texts, the changes from one catalog to the next that may break older code: something that the code reads
 * or writes is gone, or its writes may now be rejected. Does not detect changes of data or of function bodies.
 */
export function contractionsBetween(before: Catalog, after: Catalog): string[] {
  return [
    ...goneRelations(before, after),
    ...changedColumns(before, after),
    ...changedConstraints(before, after),
    ...before.others.filter((name) => !after.others.includes(name)).map((name) => `drops the ${name}`),
  ];
}

function goneRelations(before: Catalog, after: Catalog): string[] {
  return Object.entries(before.relations)
    .filter(([name]) => after.relations[name] === undefined)
    .map(([name, kind]) => `drops the ${kind} ${name}`);
}

function changedColumns(before: Catalog, after: Catalog): string[] {
  const found: string[] = [];
  for (const [name, old] of Object.entries(before.columns)) {
    if (after.relations[old.table] === undefined) continue;
    const now = after.columns[name];
    if (!now) {
      found.push(`drops the column ${name}`);
      continue;
    }
    if (now.type !== old.type) found.push(`changes the type of ${name} from ${old.type} to ${now.type}`);
    if (now.required && !old.required) found.push(`makes ${name} not null`);
    if (old.filled && !now.filled) found.push(`drops the default of ${name}`);
  }
  for (const [name, { table, required, filled }] of Object.entries(after.columns)) {
    const isNew = before.columns[name] === undefined && before.relations[table] !== undefined;
    if (isNew && required && !filled) found.push(`adds ${name} as not null without a default`);
  }
  return found;
}

function changedConstraints(before: Catalog, after: Catalog): string[] {
  const found: string[] = [];
  const same = (name: string) => before.constraints[name]?.definition === after.constraints[name]?.definition;
  const gone = Object.entries(before.constraints).filter(
    ([name, { table }]) => !same(name) && after.relations[table] !== undefined,
  );
  for (const [name, { kind, table, columns }] of gone) {
    // ON CONFLICT in older code fails without its unique constraint. Dropped columns are reported separately.
    const hasColumns = columns.every((column) => after.columns[`${table}.${column}`] !== undefined);
    if (kind === 'unique' && hasColumns) found.push(`drops ${name}, which is unique`);
  }
  for (const [name, { table, kind, definition, columns }] of Object.entries(after.constraints)) {
    if (same(name) || before.relations[table] === undefined) continue;
    // Older code leaves new columns at their defaults, and a unique index of nulls rejects nothing.
    const isNew = (column: string) => before.columns[`${table}.${column}`] === undefined;
    if (columns.length > 0 && columns.every(isNew)) continue;
    const widened = gone.some(([, old]) => old.table === table && allowsMore(old.definition, definition));
    if (!widened) found.push(`adds ${name}, a ${kind} constraint that may reject what older code writes`);
  }
  return found;
}

const LITERAL = /'[^']*'(?:::[\w ]+)?/g;

/** Returns whether two checks differ only in their list of values, and the second list contains the first. */
function allowsMore(old: string, now: string): boolean {
  const shape = (definition: string) => definition.replace(LITERAL, '').replace(/[, ]/g, '');
  const literals = (definition: string) => definition.match(LITERAL) ?? [];
  const allowed = new Set(literals(now));
  return now.includes('ANY (ARRAY[') && shape(old) === shape(now) && literals(old).every((value) => allowed.has(value));
}
