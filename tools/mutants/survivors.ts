/** A mutant that no test can kill, because it behaves as the original does. */
export interface EquivalentMutant {
  file: string;
  mutator: string;
  original: string;
  reason: string;
}

/** By file: the kind of the mutant, the text that it replaces, and why no test can tell the two apart. */
const ROWS: Record<string, [mutator: string, original: string, reason: string][]> = {
  'contract/payments/plans.ts': [
    ['EqualityOperator', 'now >= full', 'at an equal price, the formula also gives a discount of 0'],
  ],
  'mail/delivery/dedup.ts': [['BooleanLiteral', 'true', 'only the presence of a key counts']],
  'mail/filter/dmarc-policy.ts': [
    ['MethodExpression', 'splitAddress(address)?.domain.toLowerCase()', 'domains are compared only with each other'],
    ['StringLiteral', "''", 'addresses without a domain count as one domain, whatever its name'],
    ['OptionalChaining', 'splitAddress(address)?.domain', 'an address of an author has a domain'],
  ],
  'mail/filter/loops.ts': [
    [
      'OptionalChaining',
      '/\\sby\\s+([^\\s;()]+)/i.exec(value)?.[1]?.toLowerCase',
      'a match has the group, which is not optional',
    ],
    [
      'OptionalChaining',
      '/\\sfor\\s+<([^<>]+)>/i.exec(value)?.[1]?.toLowerCase',
      'a match has the group, which is not optional',
    ],
    ['ConditionalExpression', 'recipient', 'no recipient of a message is undefined'],
    ['StringLiteral', "''", 'a missing word matches no protocol of a submission, whatever replaces it'],
  ],
  'mail/message/same-inbox.ts': [['StringLiteral', "''", 'without parts, the local part is not read']],
  'mail/reply/message-ids.ts': [['StringLiteral', "''", 'the first secret is required']],
  'mail/smtp-in/checks/rate-limits.ts': [
    [
      'ConditionalExpression',
      'full.length === 0',
      'without a full inbox, the set is empty, and nothing is refused below either',
    ],
  ],
  'mail/smtp-in/line-endings.ts': [
    [
      'ConditionalExpression',
      'this.broken || chunk.length === 0',
      'an empty chunk changes nothing, and broken stays set',
    ],
  ],
  'mail/smtp-in/submission/login-limits.ts': [
    ['MethodExpression', 'user.toLowerCase()', 'user names are compared only with each other'],
    ['BooleanLiteral', 'true', 'only the presence of a key counts'],
  ],
  'mail/smtp-out/client/delivery-result.ts': [['StringLiteral', "''", 'no code begins with the other text either']],
};

export const EQUIVALENT: EquivalentMutant[] = Object.entries(ROWS).flatMap(([file, rows]) =>
  rows.map(([mutator, original, reason]) => ({ file, mutator, original, reason })),
);
