import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { actionReason } from '../../contract/admin/admin.ts';
import { ApiError } from '../../server/platform/http/api-error.ts';
import { type AdminContext, type Command, type Flag, type Input, parse, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The output of a command, and the person whom it can ask. */
export interface Terminal {
  write(text: string): void;
  writeError(text: string): void;
  /** Asks a person a question; undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
}

/** The exit codes: success; refused by a rule or not found; invalid or not confirmed. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

/** Runs the command that the arguments select, and returns its exit code. `connect` is called once the arguments are valid. */
export async function runAdmin(
  argv: string[],
  terminal: Terminal,
  connect: () => Promise<AdminContext>,
): Promise<number> {
  const isJson = argv.includes('--json');
  const fail = (exit: number, code: string, message: string) => {
    terminal.writeError(isJson ? JSON.stringify({ code, message }) : message);
    return exit;
  };
  let context: Promise<AdminContext> | undefined;
  const once = () => (context ??= connect());
  try {
    const words = argv.filter((word) => !word.startsWith('-'));
    const command = COMMANDS.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name);
    if (argv.includes('--help') || words.length === 0) {
      const isAsked = argv.includes('--help');
      if (!isAsked) throw new UsageError(overview(undefined));
      terminal.write(command ? helpOf(command) : overview(words[0]));
      return EXIT.done;
    }
    if (!command) throw new UsageError(`There is no command ${words.slice(0, 2).join(' ')}.\n\n${overview(words[0])}`);
    const input = readInput(command, argv);
    const question = await command.confirm?.(input, once);
    if (question !== undefined && !input.switches.has('yes') && !(await isConfirmed(question, terminal))) {
      return fail(EXIT.usage, 'not_confirmed', `${question} Nothing was changed: confirm with --yes.`);
    }
    const data = await command.run(await once(), input);
    const lines = () => command.lines?.(data, input) ?? JSON.stringify(data, null, 2);
    terminal.write(isJson ? JSON.stringify(data) : [lines()].flat().join('\n'));
    return EXIT.done;
  } catch (error) {
    if (error instanceof UsageError) return fail(EXIT.usage, 'usage', error.message);
    if (error instanceof ApiError) return fail(EXIT.refused, error.code, error.message);
    throw error;
  }
}

async function isConfirmed(question: string, { ask }: Terminal): Promise<boolean> {
  return ask !== undefined && (await ask(`${question}\nType yes to continue: `)).trim().toLowerCase() === 'yes';
}

function readInput(command: Command, argv: string[]): Input {
  const defined = command.flags ?? {};
  const options: ParseArgsOptionsConfig = {
    ...Object.fromEntries(
      Object.entries(defined).map(([name, { hint }]) => [name, { type: hint ? 'string' : 'boolean' } as const]),
    ),
    json: { type: 'boolean' },
    help: { type: 'boolean' },
    ...(command.confirm && { yes: { type: 'boolean' } }),
  };
  const { values, positionals } = parsed(command, argv, options);
  const flags: Input['flags'] = {};
  const switches = new Set<string>();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') flags[name] = value;
    else if (value === true) switches.add(name);
  }
  const args = positionals.slice(command.name.split(' ').length);
  const { args: names = [] } = command;
  const needed = names.filter((name) => !name.startsWith('['));
  const missing = [
    ...needed.slice(args.length),
    ...Object.keys(defined).flatMap((name) =>
      defined[name]?.required && flags[name] === undefined ? `--${name}` : [],
    ),
  ];
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(', ')}.\n\n${helpOf(command)}`);
  const extra = args.slice(names.length);
  if (extra.length > 0) throw new UsageError(`Not understood: ${extra.join(' ')}.\n\n${helpOf(command)}`);
  if (flags.reason !== undefined) flags.reason = parse(actionReason, { reason: flags.reason }).reason;
  return { args, flags, switches };
}

function parsed(command: Command, args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${helpOf(command)}`);
  }
}

function overview(group: string | undefined): string {
  const ofGroup = COMMANDS.filter(({ name }) => name.split(' ')[0] === group);
  const lines = (ofGroup.length > 0 ? ofGroup : COMMANDS).map((command) => {
    return `  ${[command.name, ...(command.args ?? [])].join(' ').padEnd(46)} ${command.about}`;
  });
  return ['npm run admin -- COMMAND [--json]; each command has --help', '', ...lines].join('\n');
}

function helpOf(command: Command): string {
  const flags = Object.entries({
    ...command.flags,
    ...(command.confirm && { yes: { about: 'does not ask; required without a terminal' } }),
    json: { about: 'writes the result as JSON' },
  });
  const lines = flags.map(([name, { hint, required, about }]: [string, Flag]) => {
    return `  ${`--${name}${hint ? ` ${hint}` : ''}`.padEnd(28)} ${about}${required ? ' (required)' : ''}`;
  });
  return [`npm run admin -- ${[command.name, ...(command.args ?? [])].join(' ')}`, command.about, '', ...lines].join(
    '\n',
  );
}
