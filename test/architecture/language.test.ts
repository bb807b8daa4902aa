import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { exceptions, names, phrases, words } from './glossary.js';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Committed files, without those that are generated or that hold the glossary itself. */
const generated =
  /^(openapi\.json|package-lock\.json|temporal\/histories\/|client\/src\/(schema|operations)\.ts|docs\/(schema|feature-map|errors|metrics|mail-templates|plugin-surface)\.md|docs\/(glossary|tour\/).*|CHANGELOG\.md|test\/architecture\/(glossary|language\.test)\.ts|src\/db\/kernel\/rows\.ts)/;
const folders = [
  'src',
  'sandboxes',
  'scripts',
  'bench',
  'test',
  'plugins',
  'console',
  'client',
  'examples/storefront',
  'docs',
];
const files = [
  'README.md',
  'CONTRIBUTING.md',
  '.env.example',
  'docker-compose.yml',
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))),
  ),
].filter((file) => !generated.test(file) && !/(^|\/)(node_modules|dist)\//.test(file));
const code = files.filter((file) =>
  /^(src|sandboxes|scripts|bench|test|plugins|console|client|examples\/storefront)\/.*\.(ts|tsx|mjs|ts\.txt)$/.test(
    file,
  ),
);
const texts = files.filter((file) => /\.md$|^\.env\.example$|^docker-compose\.yml$/.test(file));

const isException = (file: string, text: string) =>
  exceptions.some(([place, kept]) => (place === '*' || place === file) && text.includes(kept));

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _.-]/)
    .map((word) => word.toLowerCase());

function refusedName(name: string): string | undefined {
  const word = wordsOf(name).find((item) => Object.hasOwn(words, item));
  return word ? words[word] : names.find(([pattern]) => pattern.test(name))?.[1];
}

/** A status, the name of a drain, an event, a span or a column: letters with single separators, and more than one word or a literal type. */
const IS_NAME = /^[a-z][a-z0-9]*([_.-][a-z0-9]+)*$/;

const sources = new Map<string, ts.SourceFile>();
const sourceOf = (file: string) => {
  const known = sources.get(file) ?? ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  sources.set(file, known);
  return known;
};

function namesOf(file: string): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text);
    // A test quotes what people type; a name in it that others use stands in src as well.
    else if (ts.isStringLiteral(node) && /^(src|plugins)\//.test(file) && IS_NAME.test(node.text))
      found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));
  return found;
}

/** Comments and texts between quotes, by line. */
const COMMENT = /^\s*(\/\*\*?|\*|\/\/)|\/\/ /;
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

function refusedPhrases(file: string): string[] {
  const isText = texts.includes(file);
  return read(file)
    .split('\n')
    .flatMap((line, index) => {
      const spoken = isText || COMMENT.test(line) ? line : (line.match(QUOTED) ?? []).join(' ');
      const found = phrases.find(([pattern]) => pattern.test(spoken));
      if (!found || isException(file, line)) return [];
      return [`${file}:${index + 1}: ${line.trim()} — say: ${found[1]}`];
    });
}

/** Names of `@param` that no parameter has. */
function unknownParams(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const tags = ts.getJSDocTags(node).filter((tag) => ts.isJSDocParameterTag(tag));
    const owner = tags.length > 0 ? functionOf(node) : undefined;
    if (owner) {
      const known = new Set(owner.parameters.flatMap(({ name }) => bound(name)));
      const destructured = owner.parameters.some(({ name }) => !ts.isIdentifier(name));
      for (const tag of tags) {
        const name = tag.name.getText().split('.')[0] ?? '';
        // A destructured parameter has no name: the comment gives it one.
        if (
          !known.has(name) &&
          !(destructured && /^(options|input|deps|details|at|request|row|rows|given)$/.test(name))
        )
          found.push(`${file}: @param ${name}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));
  return [...new Set(found)];
}

const bound = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? bound(element.name) : []));

/** The function that a commented declaration is, or whose value it is. */
function functionOf(node: ts.Node): ts.SignatureDeclaration | undefined {
  if (ts.isFunctionLike(node)) return node;
  const value = ts.isVariableStatement(node)
    ? node.declarationList.declarations[0]?.initializer
    : ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)
      ? node.initializer
      : ts.isPropertySignature(node)
        ? node.type
        : undefined;
  if (value && ts.isFunctionLike(value)) return value;
  const first = value && ts.isCallExpression(value) ? value.arguments[0] : undefined;
  return first && ts.isFunctionLike(first) ? first : undefined;
}

describe('the language of the trade', () => {
  it('is spoken by every name', () => {
    const wrong = code.flatMap((file) =>
      [...namesOf(file)].flatMap((name) => {
        const say = isException(file, name) ? undefined : refusedName(name);
        return say ? [`${file}: ${name} — say: ${say}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('is spoken by every text', () => {
    // Tests are read by those who write them: their comments and titles are not held to it yet.
    const spoken = [...code.filter((file) => !file.startsWith('test/')), ...texts];
    expect(spoken.flatMap(refusedPhrases)).toEqual([]);
  });

  it('is spoken by the reference', () => {
    const lines = read('openapi.json')
      .split('\n')
      .filter((line) => /"(summary|description)":/.test(line));
    const refused = /\b(answer(s|ed)?)\b/i;
    const wrong = lines.filter(
      (line) => refused.test(line) || phrases.some(([pattern]) => pattern.test(line)),
    );
    expect(wrong).toEqual([]);
  });

  it('has at most forty exceptions, each with a reason and in use', () => {
    expect(exceptions.length).toBeLessThanOrEqual(40);
    const unused = exceptions.filter(
      ([place, kept, reason]) =>
        reason === '' || !(place === '*' ? code : [place]).some((file) => read(file).includes(kept)),
    );
    expect(unused).toEqual([]);
  });

  it('names in `@param` parameters that the signature has', () => {
    expect(code.filter((file) => file.endsWith('.ts')).flatMap(unknownParams)).toEqual([]);
  });
});
