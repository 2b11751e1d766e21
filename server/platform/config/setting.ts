import type { z } from 'zod';

/** The settings that defaults of others depend on, by name. */
interface Known {
  NODE_ENV: string;
  PORT: number;
  DATA_DIR: string;
  PUBLIC_URL: URL;
  MAIL_DOMAIN: string;
  MAIL_SOURCE_ADDRESS: string[];
  ADMIN_EMAILS: string[];
}

/** The value if the environment does not state a setting: a text that it could state, or a derived value. */
interface Default<Value> {
  /** The second column of README's table, in Markdown. */
  shown: string;
  stated?: string;
  derive?: (known: Known) => Value;
}

/** One setting. The table in settings.ts has its place in the configuration. */
export interface Setting<Name extends string = string, Value = unknown> {
  name: Name;
  schema: z.ZodType;
  default: Default<Value>;
  /** The third column of README's table, in Markdown. */
  meaning: string;
}

/** Defines a setting. A default in plain text has the form that the environment would have. */
export function setting<
  Name extends string,
  Schema extends z.ZodType,
  Value extends z.output<Schema> | undefined = never,
>(
  name: Name,
  schema: Schema,
  given: string | Default<Value>,
  meaning: string,
): Setting<Name, z.output<Schema> | Value> {
  return { name, schema, default: typeof given === 'string' ? stated(given) : given, meaning };
}

/** Returns a default that README shows as another text. */
export const stated = (text: string, shown = shownDefault(text)): Default<never> => ({ shown, stated: text });

/** Returns a default that depends on other settings. */
export const derived = <Value>(shown: string, derive: (known: Known) => Value): Default<Value> => ({ shown, derive });

/** Returns a default without a value; `shown` is what applies instead. */
export const unset = (shown: string) => derived(shown, () => undefined);

export const none = unset('none');

function shownDefault(text: string): string {
  if (text === '') return 'none';
  return /^\d+$/.test(text) ? text : `\`${text}\``;
}
