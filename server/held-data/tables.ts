import type { DB } from '../../db/schema.ts';
import type { Table, TableName, Tables } from './table.ts';
import { ACCOUNT_TABLES } from './tables/account-tables.ts';
import { HANDLE_TABLES } from './tables/handle-tables.ts';
import { LIMIT_TABLES } from './tables/limit-tables.ts';
import { MAIL_TABLES } from './tables/mail-tables.ts';
import { OPERATION_TABLES } from './tables/operation-tables.ts';
import { PAGE_TABLES } from './tables/page-tables.ts';

/** The data dictionary: every table, its columns, and what the account export, the erasure and the retention do with them. */
export const TABLES: Tables<keyof DB> = {
  ...ACCOUNT_TABLES,
  ...HANDLE_TABLES,
  ...PAGE_TABLES,
  ...MAIL_TABLES,
  ...LIMIT_TABLES,
  ...OPERATION_TABLES,
};

/** The tables with their names. */
export const TABLE_LIST = Object.entries(TABLES) as [TableName, Table<TableName>][];
