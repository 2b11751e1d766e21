/** A mutant that survives, and the reason why it stays. */
export interface NamedSurvivor {
  file: string;
  mutator: string;
  /** A part of the line in which the mutated code begins. */
  text: string;
  /** Equivalent: no test can kill it, because it behaves as the original does. */
  kind: 'equivalent' | 'untested';
  reason: string;
}

type Rows = Record<string, [mutator: string, text: string, reason: string][]>;

const GROUP = 'a match has the group, which is not optional';
const PARTS = 'a text that was split has at least one part';
const ONLY_COMPARED = 'the texts are compared only with each other';

const EQUIVALENT: Rows = {
  'contract/payments/plans.ts': [
    ['EqualityOperator', 'now >= full', 'at an equal price, the formula also gives a discount of 0'],
  ],
  'mail/authenticate/spf.ts': [['EqualityOperator', "sender === ''", 'keys differ in the same way']],
  'mail/auto-reply/should-reply.ts': [
    ['StringLiteral', "asciiDomain(parts.domain)}` : ''", 'it differs from every address'],
    ['StringLiteral', "?.domain ?? ''", 'neither text is a domain'],
    ['OptionalChaining', '?.[1]?.toLowerCase', GROUP],
  ],
  'mail/delivery/dedup.ts': [['BooleanLiteral', 'true', 'only the presence of a key counts']],
  'mail/delivery/deliver-or-queue.ts': [
    ['ConditionalExpression', "result !== 'in doubt' && result.kind", 'the other text has no kind'],
    ['OptionalChaining', 'only?.attempt', 'a message that cannot be stored has a copy'],
  ],
  'mail/filter/dmarc-policy.ts': [
    ['MethodExpression', 'splitAddress(address)?.domain.toLowerCase()', ONLY_COMPARED],
    ['StringLiteral', "''", 'addresses without a domain count as one domain, whatever its name'],
    ['OptionalChaining', 'splitAddress(address)?.domain', 'an address of an author has a domain'],
  ],
  'mail/filter/loops.ts': [
    ['OptionalChaining', '/\\sby\\s+([^\\s;()]+)/i.exec(value)?.[1]?.toLowerCase', GROUP],
    ['OptionalChaining', '/\\sfor\\s+<([^<>]+)>/i.exec(value)?.[1]?.toLowerCase', GROUP],
    ['ConditionalExpression', 'recipient', 'no recipient of a message is undefined'],
    ['StringLiteral', "''", 'a missing word matches no protocol of a submission, whatever replaces it'],
  ],
  'mail/message/same-inbox.ts': [['StringLiteral', "''", 'without parts, the local part is not read']],
  'mail/queue/runner.ts': [
    ['BooleanLiteral', 'let overflow = false', 'the first poll sets it'],
    ['BooleanLiteral', 'let pollAgain = false', 'every round of a poll sets it'],
    ['ArrayDeclaration', 'const timers', 'clearInterval ignores what is not a timer'],
    ['StringLiteral', 'splitAddress(destination)?.domain', 'a destination has a domain'],
    ['OptionalChaining', 'splitAddress(destination)?.domain', 'a destination has a domain'],
    ['ConditionalExpression', "outcome.kind === 'failed'", 'no other outcome has a callback'],
  ],
  'mail/reply/message-ids.ts': [['StringLiteral', "''", 'the first secret is required']],
  'mail/rewrite/srs.ts': [
    ['Regex', '/^(srs0|srst|sent)', 'a local part has no line end, before which the text could end'],
  ],
  'mail/smtp-in/checks/client-network.ts': [['ArrayDeclaration', 'before = []', PARTS]],
  'mail/smtp-in/checks/envelope-checks.ts': [
    [
      'ConditionalExpression',
      "if ('key' in recipient) this.#context.recorder",
      'only recipients with a key have a limit',
    ],
  ],
  'mail/smtp-in/checks/rate-limits.ts': [
    [
      'ConditionalExpression',
      'full.length === 0',
      'without a full inbox, the set is empty, and nothing is refused below either',
    ],
  ],
  'mail/smtp-in/checks/recipient.ts': [
    ['ConditionalExpression', "resolution.kind === 'forward' ? resolution.policy", 'no other resolution has a policy'],
    ['ConditionalExpression', "'key' in recipient && 'key' in other", 'one of the two is a reply, which has a key'],
    ['LogicalOperator', "'key' in recipient && 'key' in other", 'one of the two is a reply, which has a key'],
  ],
  'mail/smtp-in/line-endings.ts': [
    [
      'ConditionalExpression',
      'this.broken || chunk.length === 0',
      'an empty chunk changes nothing, and broken stays set',
    ],
  ],
  'mail/smtp-in/spool.ts': [['LogicalOperator', 'if (!spool || !head)', 'both are set together']],
  'mail/smtp-in/submission/sasl.ts': [['EqualityOperator', 'second < 0', 'the second NUL is never the first byte']],
  'mail/smtp-in/submission/login-limits.ts': [
    ['MethodExpression', 'user.toLowerCase()', ONLY_COMPARED],
    ['BooleanLiteral', 'true', 'only the presence of a key counts'],
  ],
  'mail/smtp-out/client/classify-reply.ts': [
    ['StringLiteral', "enhancedCodeOf(reply, '')", 'the text is compared only with codes'],
  ],
  'mail/smtp-out/client/delivery-result.ts': [['StringLiteral', "''", 'no code begins with the other text either']],
  'mail/smtp-out/policy/reserved-addresses.ts': [
    ['StringLiteral', "hostname ?? ''", 'neither text is an address in brackets'],
  ],
  'mail/smtp-out/policy/tls-policy.ts': [
    ['AssignmentOperator', 'sharedContext ??=', 'without a shared context, each connection makes an equal one'],
  ],
  'mail/smtp-out/pool/circuit-breaker.ts': [
    ['BooleanLiteral', '#probing = false;', 'every failure sets it, and it is read only after three'],
  ],
  'mail/submission/own-address.ts': [['MethodExpression', 'address.toLowerCase()', ONLY_COMPARED]],
  'server/analytics/counting/visitor-hash.ts': [
    ['ConditionalExpression', '!this.#salts.has(last)', 'if both salts are there, loading them does nothing'],
  ],
  'server/backup/retention-rules.ts': [
    ['ArrayDeclaration', 'NAME.exec(name) ?? []', 'only names that match are left'],
    ['EqualityOperator', 'a < b ? 1 : -1', 'no two files have one name'],
  ],
  'server/platform/http/guards/client-network.ts': [['ArrayDeclaration', 'before = []', PARTS]],
  'server/platform/http/guards/csrf.ts': [
    ['StringLiteral', "getDefaultJsonParser('error', 'error')", 'the parser takes every unknown action for error'],
  ],
};

/** Survivors that a test could kill, and why none does. */
const UNTESTED: Rows = {
  'mail/queue/runner.ts': [
    ...['ConditionalExpression', 'LogicalOperator', 'EqualityOperator'].map((mutator): [string, string, string] => [
      mutator,
      "traffic === 'sent' && direct.size === 0",
      'it saves or adds one poll; copies that wait are found by the timer as well',
    ]),
  ],
  'mail/smtp-in/spool.ts': [
    ['BlockStatement', 'async end()', 'each write has been awaited, so this only closes the file'],
    ['CallExpression', 'this.#out.destroy()', 'it only closes a file that is then removed'],
  ],
  'server/backup/retention-rules.ts': [
    ['ConditionalExpression', 'a < b ? 1 : -1', 'it depends on the order in which the system lists files'],
    ['ObjectLiteral', 'rm(file, { force: true })', 'another process must delete the archive at that moment'],
    ['BooleanLiteral', 'rm(file, { force: true })', 'another process must delete the archive at that moment'],
  ],
  'server/platform/crypto/secrets.ts': [
    ['StringLiteral', "flag: 'wx'", 'no other file can have the random name'],
    ['BooleanLiteral', 'flush: true', 'only a power failure shows the difference'],
  ],
};

const named = (kind: NamedSurvivor['kind'], files: Rows): NamedSurvivor[] =>
  Object.entries(files).flatMap(([file, rows]) =>
    rows.map(([mutator, text, reason]) => ({ file, mutator, text, kind, reason })),
  );

export const NAMED_SURVIVORS: NamedSurvivor[] = [...named('equivalent', EQUIVALENT), ...named('untested', UNTESTED)];
