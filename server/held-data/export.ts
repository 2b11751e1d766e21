import { type RawBuilder, sql } from 'kysely';
import { words } from '../../contract/words.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Person, TableName, View } from './table.ts';
import { TABLE_LIST } from './tables.ts';

type Row = Record<string, unknown>;

/** A view with properties derived from its place. */
interface Placed {
  view: View;
  table: TableName;
  /** The path of the parent rows; empty at the top. */
  above: string;
  /** The names that lead from a parent row to the place. */
  steps: string[];
  isList: boolean;
  /** The exported columns and values by name. */
  values: [name: string, value: RawBuilder<unknown>][];
}

const VIEWS: Placed[] = TABLE_LIST.flatMap(([table, { columns, views = [] }]) =>
  views.filter(({ by }) => by === undefined).map((view) => placed(table, columns, view)),
);
/** The lists whose rows have child rows from other tables. */
const WITH_ROWS_BELOW = new Set(VIEWS.map(({ above }) => above));

function placed(table: TableName, columns: Record<string, unknown>, view: View): Placed {
  const isList = view.at.endsWith('[]');
  const [, above = '', place = ''] = /^(?:(.*\[\])\.)?([^[]*)/.exec(view.at) ?? [];
  const only = view.only && words(view.only);
  const values = Object.entries(columns).flatMap(([column, name]): Placed['values'] =>
    typeof name === 'string' && (!only || only.includes(column)) ? [[name, sql.ref(column)]] : [],
  );
  return {
    view,
    table,
    above,
    steps: place.split('.'),
    isList,
    values: [...values, ...Object.entries(view.plus ?? {})],
  };
}

/**
 * The data that the data dictionary exports about a person, in the form of the account export, and the handles in it by
 * their ids.
 */
export interface HeldData {
  person: Row;
  handles: Map<number, Row>;
}

/** Reads what every table holds about a person, except the views that name a file. */
export async function readHeldData(db: Queryable, person: Person): Promise<HeldData> {
  const top: Row = {};
  // The rows of each list by their ids.
  const lists = new Map<string, Map<unknown, Row>>([['', new Map([[undefined, top]])]]);
  for (const { above, steps, isList, ...query } of VIEWS) {
    const rowsAbove = lists.get(above) ?? new Map<unknown, Row>();
    for (const row of rowsAbove.values()) put(row, steps, isList ? [] : null);
    const isParent = WITH_ROWS_BELOW.has(query.view.at);
    const found =
      rowsAbove.size > 0 ? await rows(db, query, { person, above: above && [...rowsAbove.keys()], isParent }) : [];
    const list = new Map<unknown, Row>();
    for (const { id, parent, row } of found) {
      list.set(id, row as Row);
      const owner = rowsAbove.get(parent);
      if (owner && isList) (at(owner, steps) as unknown[] | undefined)?.push(row);
      else if (owner) put(owner, steps, row);
    }
    lists.set(query.view.at, list);
  }
  return { person: top, handles: lists.get('handles[]') as Map<number, Row> };
}

/** Reads the rows of a view: those of a person, or the children of the rows with these ids. */
async function rows(
  db: Queryable,
  { view, table, values }: Pick<Placed, 'view' | 'table' | 'values'>,
  { person, above, isParent }: { person: Person; above: unknown[] | ''; isParent: boolean },
) {
  const parent = sql.ref(view.under ?? 'handle_id');
  const of = view.of ?? (({ id }) => sql<boolean>`account_id = ${id}`);
  const columns = [
    ...values.map(([, value], index) => sql`${value} as ${sql.id(`v${index}`)}`),
    ...(isParent ? [sql`id`] : []),
    ...(above ? [sql`${parent} as parent`] : []),
  ];
  const order = view.order ? sql`order by ${sql.join(words(view.order).map((column) => sql.ref(column)))}` : sql``;
  const { rows: found } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(table)}
    where ${above ? sql`${parent} = any(${above})` : of(person)} ${order}`.execute(db);
  const [only] = values;
  return found.map((one) => {
    const entries = values.map(([name], index) => [name, exported(one[`v${index}`])]);
    return { id: one.id, parent: one.parent, row: only?.[0] === '' ? exported(one.v0) : Object.fromEntries(entries) };
  });
}

const exported = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Returns the object that has the last of these names; undefined if a row on the way does not exist. */
function holder(row: Row, steps: string[]): Row | undefined {
  return steps.slice(0, -1).reduce<Row | undefined>((place, step) => {
    if (place && !(step in place)) place[step] = {};
    return (place?.[step] ?? undefined) as Row | undefined;
  }, row);
}

function put(row: Row, steps: string[], value: unknown): void {
  const place = holder(row, steps);
  if (place) place[steps.at(-1) ?? ''] = value;
}

const at = (row: Row, steps: string[]): unknown => holder(row, steps)?.[steps.at(-1) ?? ''];
