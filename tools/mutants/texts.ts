/** The part of Babel's NodePath that the rule reads. */
interface Path {
  node: { type: string; value?: unknown; quasis?: { value: { raw: string } }[]; callee?: Callee };
  parentPath: Path | null;
}
type Callee = { type: string; object?: Callee; property?: Callee & { name?: string }; name?: string };

/**
 * Plugin of Stryker. Two kinds of code are not mutated: a text with a space, which people read, unless it is the list of words
 * before `.split(' ')`; and the arguments of a log call.
 */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'texts',
    value: {
      shouldIgnore(path: Path): string | undefined {
        if (path.node.type === 'CallExpression' && isLog(path.node.callee)) return 'an entry of the log';
        return isText(path) && path.parentPath?.node.type !== 'MemberExpression'
          ? 'a text that people read'
          : undefined;
      },
    },
  },
];

function isText({ node }: Path): boolean {
  if (node.type === 'StringLiteral') return String(node.value).trim().includes(' ');
  return node.type === 'TemplateLiteral' && !!node.quasis?.some(({ value }) => value.raw.trim().includes(' '));
}

/** Returns whether a function is a method of an object named `log`. */
function isLog(callee?: Callee): boolean {
  const owner = callee?.type === 'MemberExpression' ? callee.object : undefined;
  return (owner?.type === 'MemberExpression' ? owner.property?.name : owner?.name) === 'log';
}
