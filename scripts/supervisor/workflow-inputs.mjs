import { existsSync } from 'node:fs';
import { sourceOf, specifiersIn } from './import-graph.mjs';
import { inProject } from './paths.mjs';

/** What `haat/plugin` is within a workflow: the part of it that may run there. */
export const workflowSurface = 'src/plugin-workflows.ts';

/** Where the workflow bundle begins: what the worker finds its workflows in, and what stands around each of them. */
export const entries = {
  workflows: 'src/workflows/index.ts',
  interceptors: 'src/workflows/_shared/interceptors.ts',
};

/** The sources that the workflow bundle is made of, found by following the imports; paths within the project. */
export function workflowSources() {
  const found = new Set(Object.values(entries));
  // What is added while the set is walked is walked, too.
  for (const file of found) {
    if (!existsSync(inProject(file))) continue;
    for (const specifier of specifiersIn(file)) {
      const source = specifier === 'haat/plugin' ? workflowSurface : sourceOf(specifier, file);
      if (source !== undefined) found.add(source);
    }
  }
  return [...found].sort();
}

/** All that decides what the workflow bundle contains: a change elsewhere does not cost the seconds of bundling. */
export const bundleInputs = () => [
  ...workflowSources(),
  'package-lock.json',
  ...['compile', 'source-map', 'workflow-bundle', 'workflow-packages'].map(
    (name) => `scripts/supervisor/${name}.mjs`,
  ),
];
