/** A node of swc's syntax tree, with the fields that this check reads. Each field may be absent. */
export interface Node {
  type: string;
  [field: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Calls `visit` for a node and all its descendants, in the order of the source. */
export function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) visit(value);
  for (const child of Object.values(value)) walk(child, visit);
}

/** Returns whether a node or one of its descendants meets a condition. */
export function some(value: unknown, condition: (node: Node) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isNode(value) && condition(value)) return true;
  return Object.values(value).some((child) => some(child, condition));
}

/** Returns an expression without type casts, assertions and optional chaining: `(a as B)!`, `a?.b`. */
export function bare(node: Node): Node {
  const inner =
    node.type === 'OptionalChainingExpression' ? node.base : WRAPPERS.has(node.type) ? node.expression : node;
  return isNode(inner) && inner !== node ? bare(inner) : node;
}

const WRAPPERS = new Set([
  'ParenthesisExpression',
  'TsNonNullExpression',
  'TsAsExpression',
  'TsSatisfiesExpression',
  'TsConstAssertion',
]);

/** Returns whether a name is used as a value: not as a type, a key or a property of something else. */
export function usesName(value: unknown, isName: (name: string) => boolean): boolean {
  if (Array.isArray(value)) return value.some((one) => usesName(one, isName));
  if (typeof value !== 'object' || value === null) return false;
  if (isNode(value)) {
    if (value.type === 'Identifier') return isName(String(value.value));
    if (value.type.startsWith('Ts') && !WRAPPERS.has(value.type)) return false;
  }
  return Object.entries(value).some(([field, child]) => {
    const isLabel =
      ['key', 'property', 'identifier', 'label'].includes(field) && isNode(child) && child.type === 'Identifier';
    return !isLabel && usesName(child, isName);
  });
}

/** Returns the names that a pattern binds: `a`, `{ a, b: [c] }`, `a = 1`. */
export function boundNames(pattern: unknown): string[] {
  const names: string[] = [];
  const bind = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === 'Identifier') names.push(node.value as string);
    else if (node.type === 'ObjectPattern') for (const one of node.properties as Node[]) bindProperty(one);
    else if (node.type === 'ArrayPattern') for (const one of node.elements as unknown[]) bind(one);
    else if (node.type === 'AssignmentPattern') bind(node.left);
    else if (node.type === 'RestElement') bind(node.argument);
    else if (node.type === 'TsParameterProperty') bind(node.param);
  };
  const bindProperty = (node: Node): void => {
    if (node.type === 'KeyValuePatternProperty') bind(node.value);
    else if (node.type === 'AssignmentPatternProperty') bind(node.key);
    else bind(node);
  };
  bind(pattern);
  return names;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodProperty']);

export function isFunction(node: Node): boolean {
  return FUNCTIONS.has(node.type) || node.type === 'ClassMethod' || node.type === 'PrivateMethod';
}

/** Returns the parameters of a function as patterns. */
export function parameters(node: Node): Node[] {
  const params = (node.params ?? (node.function as Node | undefined)?.params ?? []) as Node[];
  return params.map((param) => (isNode(param.pat) ? param.pat : param));
}

/** Returns the name of a property access, if it is constant. */
export function propertyName(member: Node): string {
  const property = member.property as Node;
  if (property.type === 'Computed') {
    const { expression } = property as unknown as { expression: Node };
    return expression.type === 'StringLiteral' ? String(expression.value) : '';
  }
  return String(property.value ?? '');
}
