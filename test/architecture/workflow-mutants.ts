import ts from 'typescript';

/** A workflow bundle with one decision turned round. */
export interface Mutant {
  /** The source file of the decision, `src/workflows/…`. */
  file: string;
  /** The decision as it stands in the bundle, with what was made of it. */
  change: string;
  code: string;
}

/** Files whose decisions are looked at: what workflows do, and not what they are called. */
const LOOKED_AT = /^src\/workflows\/.*(\.workflow|\/_shared\/[\w-]+|\/follow-[\w-]+)\.ts$/;
const FILE = /^\/\/ ([\w./-]+\.ts)$/gm;

/** Each condition of a workflow turned round, and each `&&` and `||` made the other. */
export function* mutantsOf(bundle: string): Generator<Mutant> {
  const from = bundle.indexOf('// src/');
  const code = bundle.slice(from, bundle.lastIndexOf('//# sourceMappingURL='));
  const files = [...code.matchAll(FILE)].map((match) => ({ at: match.index, file: match[1] ?? '' }));
  const source = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const fileAt = (position: number) => files.findLast(({ at }) => at <= position)?.file ?? '';

  for (const { start, end, text } of changes(source)) {
    const file = fileAt(start);
    if (!LOOKED_AT.test(file)) continue;
    const before = code.slice(start, end);
    yield {
      file,
      change: `${oneLine(before)} -> ${oneLine(text)}`,
      code: bundle.slice(0, from + start) + text + bundle.slice(from + end),
    };
  }
}

interface Change {
  start: number;
  end: number;
  text: string;
}

function changes(source: ts.SourceFile): Change[] {
  const found: Change[] = [];
  const visit = (node: ts.Node): void => {
    const condition = conditionOf(node);
    if (condition) found.push({ ...span(condition), text: `!(${condition.getText(source)})` });
    if (ts.isBinaryExpression(node)) {
      const other = OTHERS.get(node.operatorToken.kind);
      if (other) found.push({ ...span(node.operatorToken), text: other });
    }
    ts.forEachChild(node, visit);
  };
  const span = (node: ts.Node) => ({ start: node.getStart(source), end: node.getEnd() });
  visit(source);
  return found;
}

const OTHERS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
]);

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression;
  if (ts.isForStatement(node) || ts.isConditionalExpression(node)) return node.condition;
  return undefined;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 160);
