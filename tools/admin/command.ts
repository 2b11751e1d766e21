import type { Call } from '../../contract/call.ts';
import type { PaymentContext } from '../../server/admin/payments/payments-rules.ts';
import type { Config } from '../../server/platform/config/config.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Clock } from '../../server/platform/jobs/clock.ts';
import type { Storage } from '../../server/platform/storage/storage.ts';

/** The context of commands. */
export interface AdminContext {
  config: Config;
  db: Database;
  clock: Clock;
  storage: Storage;
  payments: PaymentContext;
}

/** A flag of a command. `hint` names its value in the help; a flag without a hint is a switch. */
export interface Flag {
  hint?: string;
  required?: boolean;
  about: string;
}

/** The typed input, checked against the definition of the command. */
export interface Input {
  /** The arguments in order; a missing optional argument is empty. */
  args: string[];
  flags: Record<string, string | undefined>;
  switches: Set<string>;
}

/** The definition of a command, which returns `Data`. */
export interface Work<Data> {
  /** The calls of the administrators' screens that it replaces. */
  calls?: readonly Call[];
  /** Names of the arguments; a name in brackets is optional. */
  args?: readonly string[];
  flags?: Record<string, Flag>;
  /** The text that a person confirms; absent or undefined if nothing is lost. */
  confirm?: (input: Input, connect: () => Promise<AdminContext>) => string | undefined | Promise<string | undefined>;
  /** Returns the result for programs. */
  run(context: AdminContext, input: Input): Promise<Data>;
  /** The result for people; JSON if absent. */
  lines?: (data: Data, input: Input) => string | string[];
}

export interface Command extends Work<unknown> {
  /** The words that select the command, such as `handles suspend`. */
  name: string;
  about: string;
}

/** Creates a command, which is a row of the table. */
export function command<Data>(name: string, about: string, work: Work<Data>): Command {
  return { name, about, ...(work as Work<unknown>) };
}

/** Input that is invalid; the message states the reason. */
export class UsageError extends Error {}

/** The flag for the reason that the audit log records. */
export const REASON: Record<string, Flag> = {
  reason: { hint: 'TEXT', required: true, about: 'the reason, for the audit log' },
};

/** Returns the value of a required flag. */
export function flagOf({ flags }: Input, name: string): string {
  return flags[name] ?? '';
}

/** Parses a value with a schema of the API. Throws a usage error with the message of the schema. */
export function parse<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: Issue[] } } },
  value: unknown,
): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const messages = result.error.issues.map(({ path, message }) => `${path.join('.') || 'the input'}: ${message}`);
  throw new UsageError(messages.join('\n'));
}

interface Issue {
  path: PropertyKey[];
  message: string;
}

/** Returns the number in an argument. */
export function idOf(text: string | undefined): number {
  if (!/^[1-9]\d{0,8}$/.test(text ?? '')) throw new UsageError(`${text} is not the number of an entry.`);
  return Number(text);
}

export function dateOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime());
  if (!isDay || date.toISOString().slice(0, 10) !== text)
    throw new UsageError(`${text} is not a day such as 2027-01-31.`);
  return date;
}
