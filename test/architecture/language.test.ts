import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');

/** Words of the right column of docs/glossary.md, as parts of identifiers. */
const words =
  /^(wish|wishes|untold|told|living|revive|revived|answer|answers|knock|knocks|patiently|remembered|leash|stated|twin|twins|whoever)$/;
const names = /^(one|isTaken|heldRow|deleteSome|giveUp|shareOut|divideHalfUp|fitIn|itsEnd|note[A-Z]\w*)$/;

/** Names that stored rows, recorded histories or the environment hold. */
const kept = new Set(['CHECK_ANSWERS', 'noteOf', 'answer']);
/** Where `answer` is a column. */
const exemptFiles = ['src/db/kernel/idempotency.ts'];

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _]/)
    .map((word) => word.toLowerCase());

function leftOver(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const name = node.text;
      const exempt = name === 'answer' ? exemptFiles.includes(file) : kept.has(name);
      if (!exempt && (names.test(name) || wordsOf(name).some((word) => words.test(word)))) found.add(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found].map((name) => `${file}: ${name}`);
}

describe('the language of the trade', () => {
  it('is spoken by every identifier', () => {
    const files = ['src', 'sandboxes', 'scripts', 'bench', 'test'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))),
    );
    expect(files.filter((file) => /\.(ts|mjs|ts\.txt)$/.test(file)).flatMap(leftOver)).toEqual([]);
  });

  it('is spoken by the reference', () => {
    const texts = readFileSync(join(root, 'openapi.json'), 'utf8').split('\n');
    const refused =
      /"(summary|description)":.*\b(whoever|wish(es|ed)?|told|untold|living|answer(s|ed)?|of before|of now|read over|is none|are none)\b/i;
    expect(texts.filter((line) => refused.test(line))).toEqual([]);
  });
});
