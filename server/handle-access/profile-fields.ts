import type { Selectable } from 'kysely';
import type { Look } from '../../contract/profiles/look.ts';
import type { DB } from '../../db/schema.ts';
import { type Camel, camel } from '../held-data/table.ts';
import { PROFILE_COLUMNS } from '../held-data/tables/handle-tables.ts';

type Row = Selectable<DB['handles']>;
type Column = (typeof PROFILE_COLUMNS)[number];
/** The fields of a profile by the names of their columns. */
export type ProfileColumns = Pick<Row, Column>;
/** The fields by their names in requests and responses. */
export type ProfileValues = { [Name in Column as Camel<Name>]: Name extends 'look' ? Look | null : Row[Name] };

/** Maps a row to the names of the response. */
export function toProfileValues(row: ProfileColumns): ProfileValues {
  return Object.fromEntries(PROFILE_COLUMNS.map((column) => [camel(column), row[column]])) as ProfileValues;
}

/** Maps the fields of a request to columns, without those that are undefined. */
export function toProfileColumns(
  changes: { [Field in keyof ProfileValues]?: ProfileValues[Field] | undefined },
): Partial<ProfileColumns> {
  const changed = PROFILE_COLUMNS.filter((column) => changes[camel(column)] !== undefined);
  return Object.fromEntries(changed.map((column) => [column, changes[camel(column)]]));
}
