import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { sourceFiles } from './source-files.js';

const root = join(import.meta.dirname, '..', '..');

/** A file of workflow code, parsed. */
export interface WorkflowSource {
  /** Path within the project. */
  file: string;
  /** The workflow it tells, by its file's name; undefined for what workflows share. */
  workflow: string | undefined;
  nodes: ts.Node[];
  text: (node: ts.Node) => string;
}

export function workflowSources(): WorkflowSource[] {
  return sourceFiles('workflows').map(({ file }) => parse(file, readFileSync(join(root, file), 'utf8')));
}

export function parse(file: string, code: string): WorkflowSource {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const workflow = file.endsWith('.workflow.ts')
    ? basename(file, '.workflow.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    : undefined;
  return { file, workflow, nodes, text: (node) => node.getText(source) };
}

/** The calls of a function, by its name. */
export function callsOf({ nodes, text }: WorkflowSource, name: string): ts.CallExpression[] {
  return nodes.filter(ts.isCallExpression).filter(({ expression }) => text(expression) === name);
}

/** Activities that are called under one set of options. */
export interface Proxied {
  activities: string[];
  /** A queue by its name, or the code that says it where a run decides; undefined for that of the workflow itself. */
  queue: { name: string } | { code: string } | undefined;
}

/** @throws Error for a proxy that is written in a way that cannot be read here */
export function proxiedActivities(source: WorkflowSource): Proxied[] {
  const remote = callsOf(source, 'proxyActivities').map((call) => [call, queueOf(source, call)] as const);
  // A local activity runs where the workflow runs.
  const local = callsOf(source, 'proxyLocalActivities').map((call) => [call, undefined] as const);
  return [...remote, ...local].map(([call, queue]) => {
    const { parent } = call;
    if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name))
      throw new Error(
        `${source.file}: write \`const { step } = proxyActivities<…>(…)\`, so that the steps have names`,
      );
    const activities = parent.name.elements.map((item) => source.text(item.propertyName ?? item.name));
    return { activities, queue };
  });
}

function queueOf(source: WorkflowSource, { arguments: [options] }: ts.CallExpression): Proxied['queue'] {
  // The presets name no queue: a preset taken as it is stays on the workflow's own.
  if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
  const property = options.properties
    .filter(ts.isPropertyAssignment)
    .find((item) => source.text(item.name) === 'taskQueue');
  if (!property) return undefined;
  const { initializer } = property;
  return ts.isStringLiteral(initializer) ? { name: initializer.text } : { code: source.text(initializer) };
}
