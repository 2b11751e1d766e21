import { Visitor } from '@swc/core/Visitor.js';

// dependency-cruiser walks a file's statements with this visitor, which throws at `using` declarations. The replacement
// visits their initial values like those of other variables.
const visitStatement = Visitor.prototype.visitStatement;

Visitor.prototype.visitStatement = function visitStatementOrUsing(statement) {
  const using = statement as unknown as { type: string; decls: Parameters<Visitor['visitVariableDeclarators']>[0] };
  if (using.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  using.decls = this.visitVariableDeclarators(using.decls);
  return statement;
};
