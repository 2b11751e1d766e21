import type { RawBuilder } from 'kysely';
import { type Words, words } from '../../contract/words.ts';
import type { DB } from '../../db/schema.ts';

export type TableName = keyof DB & string;
export type Condition = RawBuilder<boolean>;

/** A person whose data is exported or erased. The erasure is repeated for each earlier address. */
export interface Person {
  /** The id of the account. */
  id: number;
  /** An address in lower case. */
  email: string;
  /** The key under which emails to the inbox of the address are counted. */
  inbox: string;
}

/** The place of a table's rows in the account export. */
export interface View {
  /**
   * A path in contract/accounts/account-export.ts. A path that ends with `[]` is a list; any other is one object, or
   * null without a row. A path that continues after the `[]` of another view belongs to the rows of that view.
   */
  at: string;
  /** The rows of a person; by default those with the account's id in `account_id`. Unused for child rows of another view. */
  of?: (person: Person) => Condition;
  /** The column that names the parent row; by default `handle_id`. */
  under?: string;
  /** The columns that order the rows. */
  order?: string;
  /** The exported columns; by default all that have a name. */
  only?: string;
  /** Further values, by name. */
  plus?: Record<string, RawBuilder<unknown>>;
  /** The file that reads the rows instead, because it needs more than their columns. */
  by?: string;
}

/** One way in which the erasure of a person removes rows, or the reason why it does not. */
export type Erasure =
  /** A cascade deletes them with a row of this table. */
  | { with: TableName }
  /**
   * The rows belong to a handle: they are deleted when it is taken from its owner, and kept or deleted when it passes
   * to a new owner. `of` selects the rows of handles; by default those with their ids in `handle_id`.
   */
  | { withHandle: 'kept when handed over' | 'deleted when handed over'; of?: (handleIds: number[]) => Condition }
  /** The rows of a person are deleted, or get these values. */
  | { ofPerson: (person: Person) => Condition; set?: Record<string, unknown> }
  /** When a handle is taken from its owner, these columns get these values; the other columns stay. */
  | { emptied: (now: Date) => Record<string, unknown>; keeps: string }
  | { kept: string };

/** The job that deletes old rows: at night, every ten minutes, or with the partitions of the delivery log. */
export type RetentionJob = 'nightly' | 'often' | 'delivery log';

/** A time after which rows are deleted or lose values. */
export interface Retention {
  /** The column from which the age of a row is computed. */
  column?: string;
  days: number;
  /** Describes the age, and the reason for it. */
  reason: string;
  /** A further condition. */
  and?: Condition;
  /** The whole condition, if the age of one column is not enough. `before` is `days` ago. */
  where?: (moments: { before: Date; now: Date }) => Condition;
  /** The values that old rows get, instead of being deleted. */
  set?: Record<string, null>;
  /** Rows are deleted in batches of this size, found by `id`, so that no statement holds its locks for long. */
  batch?: number;
  job?: RetentionJob;
  /** The file that deletes the rows instead, because it also does other things. */
  by?: string;
}

/** A column that is not in the account export. */
export interface Hidden {
  hidden: string;
}

export interface Table<Name extends TableName> {
  /**
   * By column, in the order of the account export: its name there (empty for a value without a name), or why it is not
   * exported.
   */
  columns: Record<keyof DB[Name], string | Hidden>;
  views?: View[];
  erasure: Erasure[];
  retention?: Retention[];
}

export type Tables<Names extends TableName> = { [Name in Names]: Table<Name> };

/** A name in camel case. */
export type Camel<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Text;

/** Returns the name of a column in camel case. */
export const camel = <Column extends string>(column: Column) =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as Camel<Column>;

/** Returns columns that keep their names in the account export, in camel case. */
export function named<List extends string>(columns: List | List[]) {
  const list = typeof columns === 'string' ? words(columns) : columns;
  return Object.fromEntries(list.map((column) => [column as string, camel(column) as string])) as Record<
    Words<List>,
    string
  >;
}

/** Returns columns that are not exported, with the reason. */
export function hidden<List extends string>(reason: string, columns: List) {
  const entries = words(columns).map((column) => [column, { hidden: reason }]);
  return Object.fromEntries(entries) as Record<Words<List>, Hidden>;
}
