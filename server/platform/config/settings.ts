import { MAIL_SETTINGS } from './mail-settings.ts';
import { PROCESS_SETTINGS } from './process-settings.ts';
import { PRODUCT_SETTINGS } from './product-settings.ts';
import type { Setting } from './setting.ts';

/**
 * Every setting that is read from the environment, at its place in the configuration. The configuration, the known
 * names and README's table are derived from this; config.ts adds what depends on several settings.
 */
const SETTINGS = { ...PROCESS_SETTINGS, mail: MAIL_SETTINGS, ...PRODUCT_SETTINGS };

/** A setting, or the settings below one name of the configuration. */
type Node = Setting | { [name: string]: Node };
type Leaf<Tree> = Tree extends Setting ? Tree : { [Name in keyof Tree]: Leaf<Tree[Name]> }[keyof Tree];
type Placed<Tree> = Tree extends Setting<string, infer Value> ? Value : { [Name in keyof Tree]: Placed<Tree[Name]> };

export type SettingName = Leaf<typeof SETTINGS>['name'];
/** The settings that the environment states, without defaults, by name. */
export type GivenSettings = {
  [Row in Leaf<typeof SETTINGS> as Row['name']]?: Row extends Setting<string, infer Value> ? Value : never;
};
/** Every setting or its default, at its place in the configuration. */
export type Settings = Placed<typeof SETTINGS>;

export interface SettingError {
  setting: string;
  /** The error and how to correct it. */
  message: string;
}

const isSetting = (node: Node): node is Setting => 'schema' in node;
const rowsOf = (node: Node): Setting[] => (isSetting(node) ? [node] : Object.values(node).flatMap(rowsOf));

/** The settings in the order of README's table. */
export const SETTING_ROWS = rowsOf(SETTINGS);
export const SETTING_NAMES: ReadonlySet<string> = new Set(SETTING_ROWS.map(({ name }) => name));

/** Settings for which an empty value has a meaning. */
const MAY_BE_EMPTY = new Set<string>(['TRUST_CLAIM']);

/**
 * Parses the environment. An empty value means not set, except in MAY_BE_EMPTY. `errors` has one entry for each invalid
 * setting.
 */
export function parseSettings(env: Record<string, string | undefined>): {
  settings: Settings;
  given: GivenSettings;
  errors: SettingError[];
} {
  const errors: SettingError[] = [];
  const given: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const row of SETTING_ROWS) {
    const { name, schema } = row;
    const text = env[name]?.trim();
    values[name] = row.default.stated === undefined ? undefined : schema.parse(row.default.stated);
    if (text === undefined || (text === '' && !MAY_BE_EMPTY.has(name))) continue;
    const parsed = schema.safeParse(text);
    if (parsed.success) values[name] = given[name] = parsed.data;
    else errors.push({ setting: name, message: parsed.error.issues[0]?.message ?? 'is not valid' });
  }
  // In order, because a default may depend on an earlier one.
  for (const { name, default: fallback } of SETTING_ROWS) {
    if (fallback.derive && !(name in given)) values[name] = fallback.derive(values as never);
  }
  const place = (node: Node): unknown =>
    isSetting(node)
      ? values[node.name]
      : Object.fromEntries(Object.entries(node).map(([name, below]) => [name, place(below)]));
  return { settings: place(SETTINGS) as Settings, given: given as GivenSettings, errors };
}
