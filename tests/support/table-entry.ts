import type { DB } from '../../db/schema.ts';

/** The way in which the erasure of a person removes the rows of a table. */
export type Erasure =
  /** Emptied, not deleted: server/handles/emptying-store.ts. */
  | 'emptied'
  /** Deleted with the handle: OWNED_TABLES in server/handles/emptying-store.ts, or a cascade. */
  | 'with the handle'
  /** Deleted with the account, by a cascade or by server/account-deletion/erasure-store.ts. */
  | 'with the account'
  /** Both: rows that join an account and the handle of somebody else. */
  | 'with the account, and with the handle'
  /** Deleted with a row of this other table, by a cascade. */
  | `with ${keyof DB}`
  /** Not deleted by the erasure, for this reason. */
  | { kept: string };

export interface Table<Name extends keyof DB> {
  erasure: Erasure;
  /** By column: the path of the value in the account export, or null for one that `notExported` explains. */
  columns: Record<keyof DB[Name], string | null>;
  /** The reason why the columns with null are not in the export. */
  notExported?: string;
}

type Names<List extends string> = List extends `${infer First} ${infer Rest}` ? First | Names<Rest> : List;

/** Columns that are not exported. */
export const nothing = <List extends string>(columns: List) =>
  Object.fromEntries(columns.split(' ').map((column) => [column, null])) as Record<Names<List>, null>;
