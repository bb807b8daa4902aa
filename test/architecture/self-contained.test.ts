import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');

/** Folders that are made, not written. */
const made = /^(node_modules|dist|coverage|\..+)$/;

/** Every file of code below the root, whatever folders there are. */
function sources(): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !made.test(name));
  return folders
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(root, entry.name), { recursive: true }).map((file) =>
            join(entry.name, String(file)),
          )
        : [entry.name],
    )
    .filter((file) => /\.(ts|tsx|mts|mjs|cjs|js)$/.test(file) && !file.includes('node_modules'));
}

const isHere = (node: ts.Node): boolean =>
  ['import.meta.dirname', '__dirname', 'projectRoot', 'root'].includes(node.getText());

/** The path that a call such as `join(import.meta.dirname, '..', 'x')` starts with, as far as it is spelled out. */
function spelledPath(call: ts.CallExpression, folder: string): string | undefined {
  const [first, ...rest] = call.arguments;
  if (!/(^|\.)(join|resolve)$/.test(call.expression.getText()) || first === undefined || !isHere(first))
    return undefined;
  const segments: string[] = [];
  for (const argument of rest) {
    if (!ts.isStringLiteralLike(argument)) break;
    segments.push(argument.text);
  }
  return join(/root/i.test(first.getText()) ? root : folder, ...segments);
}

/** Whether a file has as many `..` as it takes to leave the repository: most have not, and need not be read as code. */
function mayLeadOutside(file: string, text: string): boolean {
  const depth = file.split('/').length;
  // A path from the root needs one alone.
  const wanted = /\b(projectRoot|root)\b/.test(text) ? 1 : depth;
  return (text.match(/(?<![.\w])\.\.(?![.\w])/g)?.length ?? 0) >= wanted;
}

/** Paths of a file that lead out of the repository: imports, `join(import.meta.dirname, …)`, `new URL(…, import.meta.url)`. */
export function pathsOutside(file: string, text: string): string[] {
  if (!mayLeadOutside(file, text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const folder = dirname(join(root, file));
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    let path: string | undefined;
    if (ts.isCallExpression(node)) path = spelledPath(node, folder);
    else if (ts.isNewExpression(node) && node.expression.getText() === 'URL') {
      const [first, base] = node.arguments ?? [];
      if (first && ts.isStringLiteralLike(first) && base?.getText() === 'import.meta.url')
        path = resolve(folder, first.text);
    } else if (ts.isStringLiteralLike(node) && /^\.\.?\//.test(node.text)) {
      const parent = node.parent;
      if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) path = resolve(folder, node.text);
    }
    if (path !== undefined && relative(root, path).startsWith('..')) found.push(`${file}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('the repository', () => {
  it('needs nothing that lies beside it', () => {
    const files = sources();
    expect(files).toContain('src/server.ts');
    expect(files.flatMap((file) => pathsOutside(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it.each([
    `join(import.meta.dirname, '..', '..', '..', 'data')`,
    `resolve(import.meta.dirname, '../../../data', name)`,
    `new URL('../../../data/', import.meta.url)`,
    `import x from '../../../data/x.js'`,
  ])('would be found to need more by %s', (text) => {
    expect(pathsOutside('test/orders/some.test.ts', text)).toHaveLength(1);
    expect(pathsOutside('test/orders/more/deep/some.test.ts', text)).toEqual([]);
  });
});
