import type { Selectable } from 'kysely';
import type { Look } from '../../contract/profiles/look.ts';
import { DEFAULT_THEME } from '../../contract/profiles/themes.ts';
import type { DB } from '../../db/schema.ts';

type Row = Selectable<DB['handles']>;

/**
 * Every field of a profile that its owner sets, by its name in requests and responses: its column of `handles`, and the
 * value that the column gets when the handle is taken from its owner. Reading, changing, exporting and emptying a profile
 * follow from this list; contract/profiles/profile-fields.ts has the schemas.
 */
export const PROFILE_FIELDS = {
  displayName: { column: 'display_name', empty: null },
  bio: { column: 'bio', empty: null },
  profilePicture: { column: 'profile_picture', empty: null },
  bannerImage: { column: 'banner_image', empty: null },
  template: { column: 'template', empty: DEFAULT_THEME },
  look: { column: 'look', empty: null },
  profilePage: { column: 'profile_page', empty: true },
} as const satisfies Record<string, { column: keyof Row; empty: string | boolean | null }>;

type Fields = typeof PROFILE_FIELDS;
type Name = keyof Fields;
/** The fields by the names of their columns. */
export type ProfileColumns = Pick<Row, Fields[Name]['column']>;
/** The fields by their names in requests and responses. */
export type ProfileValues = { [Field in Name]: Field extends 'look' ? Look | null : Row[Fields[Field]['column']] };

const FIELDS = Object.entries(PROFILE_FIELDS) as [Name, Fields[Name]][];

export const PROFILE_COLUMNS = FIELDS.map(([, { column }]) => column);

/** The columns of an empty profile. */
export const EMPTY_PROFILE = Object.fromEntries(
  FIELDS.map(([, { column, empty }]) => [column, empty]),
) as ProfileColumns;

/** Maps a row to the names of the response. */
export function toProfileValues(row: ProfileColumns): ProfileValues {
  return Object.fromEntries(FIELDS.map(([name, { column }]) => [name, row[column]])) as ProfileValues;
}

/** Maps the fields of a request to columns, without those that are undefined. */
export function toProfileColumns(
  changes: { [Field in Name]?: ProfileValues[Field] | undefined },
): Partial<ProfileColumns> {
  const changed = FIELDS.filter(([name]) => changes[name] !== undefined);
  return Object.fromEntries(changed.map(([name, { column }]) => [column, changes[name]]));
}
