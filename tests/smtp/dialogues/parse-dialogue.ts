/** One step of a dialogue file, with its line number. */
export type Step =
  | { line: number; kind: 'send'; bytes: Buffer }
  | { line: number; kind: 'expect'; pattern: string }
  | { line: number; kind: 'action'; verb: string; rest: string };

/**
 * Parses a dialogue:
 *   C: text    the client sends a line; consecutive lines are sent in one write
 *   C| text    the client sends exactly this text, with the escapes \r \n \0 \t \xNN and no implicit CRLF
 *   S: text    the server replies with this line; * matches any text
 *   S*n text   the server replies with n such lines
 *   = verb ... an action of the runner; dialogues.test.ts lists them
 *   ! name=n   a setting of the server under test; limits.name=n sets one of its limits
 *   # ...      a comment
 * {a*3} expands to aaa; {base64 text} to the text, which may have escapes, in base64; {name} to the variable of that name.
 */
export function parseDialogue(text: string, variables: Record<string, string>) {
  const steps: Step[] = [];
  const settings: Record<string, number> = {};
  text.split('\n').forEach((source, at) => {
    const line = at + 1;
    const mark = source.slice(0, 2);
    const rest = expand(source.slice(2).replace(/^ /, ''), variables);
    if (mark === 'C:') steps.push({ line, kind: 'send', bytes: Buffer.from(`${rest}\r\n`) });
    else if (mark === 'C|') steps.push({ line, kind: 'send', bytes: literal(rest) });
    else if (mark === 'S:') steps.push({ line, kind: 'expect', pattern: rest });
    else if (mark === 'S*') {
      const [, count, pattern = ''] = /^(\d+) (.*)$/.exec(rest) ?? [];
      for (let i = 0; i < Number(count); i++) steps.push({ line, kind: 'expect', pattern });
    } else if (mark[0] === '=') {
      const [verb = '', ...more] = expand(source.slice(1).trim(), variables).split(' ');
      steps.push({ line, kind: 'action', verb, rest: more.join(' ') });
    } else if (mark[0] === '!') {
      const [name = '', value] = source.slice(1).trim().split('=');
      settings[name] = Number(value);
    } else if (mark.trim() !== '' && mark[0] !== '#') throw new Error(`Line ${line} is not a valid step: ${source}`);
  });
  return { steps: joined(steps), settings };
}

/** Joins consecutive lines of the client, which are sent in one write. */
function joined(steps: Step[]): Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    if (step.kind === 'send' && last?.kind === 'send') last.bytes = Buffer.concat([last.bytes, step.bytes]);
    else result.push({ ...step });
  }
  return result;
}

function expand(text: string, variables: Record<string, string>): string {
  return text
    .replace(/\{([^{}]+)\*(\d+)\}/g, (_all, piece: string, count: string) => piece.repeat(Number(count)))
    .replace(/\{base64 ([^{}]*)\}/g, (_all, plain: string) => literal(plain).toString('base64'))
    .replace(/\{(\w+)\}/g, (all, name: string) => variables[name] ?? all);
}

function literal(text: string): Buffer {
  const escapes: Record<string, string> = { r: '\r', n: '\n', 0: '\0', t: '\t', '\\': '\\' };
  return Buffer.from(
    text.replace(/\\(?:x([0-9a-f]{2})|([rn0t\\]))/g, (_all, hex?: string, char?: string) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (escapes[char ?? ''] ?? ''),
    ),
    'latin1',
  );
}

/** Returns whether a line matches a pattern in which * matches any text. */
export function matches(line: string | null, pattern: string): boolean {
  if (line === null) return false;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(line);
}
