import { readFileSync } from 'node:fs';
import { exportsIn } from './features.mjs';
import { inProject } from './paths.mjs';
import { PlainError } from './plain-error.mjs';

/** What a file of factories makes, and which rows of other factories it asks for. */
function readFactories({ name, from, file }) {
  const text = readFileSync(inProject(file), 'utf8');
  const made = [...text.matchAll(/^ {2}(?:async )?(\w+)(?::|\()/gm)].map(([, entity]) => entity);
  const asked = [...text.matchAll(/rows\s*\.get\('(\w+)'\)/g)].map(([, entity]) => entity);
  return { name, from, file, made: new Set(made), asked: new Set(asked) };
}

/** Those whose rows are needed first. @throws PlainError where two files need each other */
function inOrderOfNeed(files) {
  const ordered = [];
  const visit = (file, path) => {
    if (ordered.includes(file)) return;
    if (path.includes(file))
      throw new PlainError(
        `The factories of ${file.file} and ${path.at(-1).file} need rows of each other: move one`,
      );
    for (const entity of file.asked) {
      const maker = files.find((other) => other !== file && other.made.has(entity));
      if (maker) visit(maker, [...path, file]);
    }
    ordered.push(file);
  };
  for (const file of files) visit(file, []);
  return ordered;
}

/** The factories of all entities, each file after those whose rows it asks for. */
export const entityFactoryList = (head) => ({
  file: 'test/_support/entities.ts',
  render(features) {
    const files = features.flatMap(({ tests, testsSpecifier }) =>
      exportsIn(
        { folder: tests, specifier: testsSpecifier },
        '.entities.ts',
        /^export const (\w+Entities)\b/gm,
      ),
    );
    const ordered = inOrderOfNeed(files.map(readFactories));
    const imports = ordered.map(({ name, from }) => `import { ${name} } from '${from}';\n`).join('');
    return `${head}${imports}import type { EntityFactories } from './entity-factory.js';

export type { EntityWorld, OwnedRow } from './entity-factory.js';

/** How a row of each entity is made for its owner; each table after those whose rows it is made of. */
export const entityFactories: EntityFactories = {
${ordered.map(({ name }) => `  ...${name},\n`).join('')}};
`;
  },
});
