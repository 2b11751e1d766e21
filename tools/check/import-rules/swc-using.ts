import { Visitor } from '@swc/core/Visitor.js';

// dependency-cruiser walks a file's statements with this visitor, which throws at `using` declarations (JavaScript's
// newest); their initial values are walked as those of any variable.
const visitStatement = Visitor.prototype.visitStatement;

Visitor.prototype.visitStatement = function visitStatementOrUsing(statement) {
  const using = statement as unknown as { type: string; decls: Parameters<Visitor['visitVariableDeclarators']>[0] };
  if (using.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  using.decls = this.visitVariableDeclarators(using.decls);
  return statement;
};
