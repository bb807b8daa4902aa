import { existsSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { filesBelow } from './sources.mjs';
import { workflowSources } from './workflow-inputs.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} args of Node
 */

const tool = (...path) => inProject('node_modules', ...path);

/** CI reads everything anew; a developer's machine keeps what the last run has found. */
const cached = (...args) => (process.env.CI ? [] : args);

/** The native compiler; `typescript` itself is the older one, whose API tests of the architecture need. */
const compiler = tool('@typescript', 'native', 'bin', 'tsc');

const lint = [
  tool('oxlint', 'bin', 'oxlint'),
  '--type-aware',
  '--report-unused-disable-directives',
  '--deny-warnings',
];

const format = [tool('oxfmt', 'bin', 'oxfmt'), '--check'];

const types = (project, record) => [
  compiler,
  '--noEmit',
  '-p',
  project,
  ...cached('--incremental', '--tsBuildInfoFile', `.cache/${record}.tsbuildinfo`),
];

const tests = (...paths) => [inProject('scripts', 'test.mjs'), ...paths];

const projects = [
  { name: 'types', project: 'tsconfig.json', record: 'types' },
  { name: 'types of the console', project: 'console/tsconfig.json', record: 'console' },
  { name: 'types of the storefront', project: 'examples/storefront/tsconfig.json', record: 'storefront' },
];

const compose = { name: 'compose', args: [inProject('scripts', 'run.mjs'), 'check-compose'] };

/**
 * Format, lint, types, stale generated files and the rules of the architecture, in the order of their output; each stands alone.
 * @returns {Step[]}
 */
export const allSteps = () => [
  { name: 'lint', args: lint },
  ...projects.map(({ name, project, record }) => ({ name, args: types(project, record) })),
  { name: 'format', args: format },
  compose,
  // In CI `npm test` runs them a moment later.
  ...(process.env.CI || !existsSync(inProject('test', 'architecture'))
    ? []
    : [{ name: 'architecture tests', args: tests('test/architecture') }]),
];

/** What decides for all files what their lint, their types or their layout is. */
const decidesForAll =
  /^(\.oxlintrc\.json|\.oxfmtrc\.json|(.*\/)?tsconfig\.json|package-lock\.json|scripts\/lint\/.*)$/;

const isCode = (file) => /\.(ts|tsx|mts|mjs|cjs|js)$/.test(file);
const isConsole = (file) => /^(console|client|(?:examples\/)?plugins\/[^/]+\/console)\//.test(file);
const isStorefront = (file) => /^(examples\/storefront|client)\//.test(file);
const isPlatform = (file) => isCode(file) && !/^(console|examples\/storefront)\//.test(file);
const isOfCompose = (file) =>
  /^(docker|Dockerfile|\.env\.example$|scripts\/(compose|check-compose)|src\/lib\/config|src\/config)/.test(
    file,
  );

/** Tests of the architecture that cost something, and what can change their result; the others always run. */
const code =
  /^(src|plugins|examples\/plugins|migrations|sandboxes|haat\.config\.ts|openapi\.json|docs|client)(\/|$)/;
const costly = Object.fromEntries(
  [
    'activities',
    'bounded-input',
    'columns',
    'contracts',
    'declared-errors',
    'errors',
    'foreign-keys',
    'generated',
    'personal-data',
    'reference',
    'routes',
    'tree',
    'versions',
  ].map((name) => [name, (file) => code.test(file)]),
);

/** Only what runs inside a workflow decides how recorded runs go on. */
function ofWorkflows() {
  const sources = new Set(workflowSources());
  return (file) =>
    sources.has(file) ||
    /^(temporal|src\/workflows|src\/activities)\//.test(file) ||
    /\/workflows\//.test(file);
}

/** @returns {string[]} the tests of the architecture that files concern */
export function architectureTests(files) {
  const isOfWorkflows = ofWorkflows();
  const concerns = { ...costly, replay: isOfWorkflows, turns: isOfWorkflows };
  return filesBelow(inProject('test', 'architecture'))
    .map((path) => path.slice(inProject().length + 1))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => {
      const concerned = concerns[path.slice('test/architecture/'.length, -'.test.ts'.length)];
      return !concerned || files.includes(path) || files.some(concerned);
    });
}

/**
 * The steps that some files ask for.
 * @param {readonly string[]} files from the project's root; those that are gone among them
 * @returns {Step[]}
 */
export function stepsFor(files) {
  const all = files.some((file) => decidesForAll.test(file));
  const present = files.filter((file) => existsSync(inProject(file)));
  const lintable = present.filter(isCode);
  const wanted = { types: isPlatform, console: isConsole, storefront: isStorefront };
  return [
    ...(all || lintable.length > 0 ? [{ name: 'lint', args: all ? lint : [...lint, ...lintable] }] : []),
    ...projects
      .filter(({ record }) => all || files.some(wanted[record]))
      .map(({ name, project, record }) => ({ name, args: types(project, record) })),
    ...(all || present.length > 0
      ? [{ name: 'format', args: all ? format : [...format, '--no-error-on-unmatched-pattern', ...present] }]
      : []),
    ...(files.some(isOfCompose) ? [compose] : []),
    { name: 'architecture tests', args: tests(...architectureTests(files)) },
  ];
}
