import { builtinModules } from 'node:module';

/**
 * The arrows between the layers: which folder may import what. docs/architecture.md shows the same as a table, and
 * test/run/arrows.test.ts holds both to each other, pair by pair. Each arrow says where the code belongs instead.
 */

/**
 * What each floor may import of the others, lowest first; nothing imports a floor above its own. `contracts` are the
 * faces of workflows: everything but `*.workflow.ts`. The same holds for types.
 */
export const floors = {
  domain: [],
  lib: ['domain'],
  db: ['domain', 'lib'],
  integrations: ['domain', 'lib'],
  contracts: ['domain', 'lib'],
  workflows: ['domain', 'lib', 'contracts', 'activities'],
  events: ['db', 'domain', 'integrations', 'lib', 'contracts'],
  operations: ['db', 'domain', 'events', 'integrations', 'lib', 'contracts'],
  activities: ['db', 'domain', 'events', 'integrations', 'lib', 'operations', 'contracts'],
  api: ['db', 'domain', 'events', 'integrations', 'lib', 'operations', 'contracts'],
  runtime: [
    'activities',
    'api',
    'db',
    'domain',
    'events',
    'integrations',
    'lib',
    'operations',
    'workflows',
    'contracts',
  ],
};

/** The same for the linter, which knows layers by their folders. What a workflow has of activities is types alone. */
export const mayImport = {
  ...Object.fromEntries(Object.entries(floors).filter(([layer]) => layer !== 'contracts')),
  workflows: ['domain', 'lib', 'contracts'],
};

/** Where that which a layer must not import belongs. */
const instead = {
  api: 'Routes declare and services decide; what they share with a workflow is an operation, a repository or a rule of the domain.',
  workflows:
    'A workflow imports contracts, the domain, src/lib/workflow and types of activities; everything else is done by an activity.',
  activities: 'Activities never call services: share an operation, a repository or a rule of the domain.',
  operations:
    'An operation is a transactional step: it knows repositories, events and rules, not its callers.',
  db: 'src/db is below: it knows domain and lib only.',
  domain: 'The domain imports nothing but the domain.',
  integrations: 'An adapter knows lib, domain and integrations only.',
  events: 'Subscriptions hand over to workflows, they do no work.',
  lib: 'src/lib is the kernel below everything: it knows the domain only.',
  runtime: 'src/runtime composes processes.',
};

const arrow = (regex, message, rest = {}) => ({ regex, message, ...rest });

const engineClient = arrow(
  '^@temporalio/client(/|$)',
  'Only the workflow gateway and its adapter talk to the engine: start, signal and query through the gateway.',
);
const engine = arrow(
  '^@temporalio/',
  'The engine is known to workflows, activities, src/lib and its adapter.',
);
const database = arrow('^(knex|pg|objection)(/|$)', 'SQL lives in src/db: call a repository or a query.');
const nodeBuiltins = arrow(
  `^(node:|(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$)`,
  'No Node built-ins here: this code also runs inside a workflow.',
);
const notAWorkflow = arrow(
  String.raw`^#workflows/(.*\.workflow|index)\.js$`,
  'Contracts are for everybody, workflows for the engine alone.',
);

/** Only these packages, and what lies in the layers. */
const packages = (names, message) => arrow(String.raw`^(?!\.{1,2}/|#|(${names.join('|')})(/|$))`, message);

const between = (layer) => {
  const own = mayImport[layer].map((name) => (name === 'contracts' ? 'workflows' : name));
  return [arrow(`^#(?!(${[layer, ...own].join('|')})/)`, instead[layer])];
};

const domain = [...between('domain'), nodeBuiltins];
const pure = ['luxon', 'to-words', 'transliteration'];

/** Where `npm run generate` names what features and plugins have: scripts/supervisor/feature-lists.mjs. */
export const generatedLists = [
  'src/domain/{slugs,features,plugins,*-tables,error-catalogues,feed-declarations}.ts',
  'src/db/{open-flow-tables,attention-kinds,plugins.report}.ts',
  'src/events/{subscriptions,plugin-subscriptions}.ts',
  'src/operations/{plugin-hooks,plugin-ports}.ts',
  'src/activities/feature-queues.ts',
  'src/workflows/{index,schedules}.ts',
  'src/api/{routes,feature-services}.ts',
];

/** One entry for each set of files; the last that matches a file decides, so each carries its whole list. */
export const arrows = [
  { files: ['src/**/*.ts'], patterns: [] },
  { files: ['src/lib/**/*.ts'], patterns: [...between('lib'), engineClient, database] },
  { files: ['src/operations/**/*.ts'], patterns: [...between('operations'), notAWorkflow, engine, database] },
  {
    files: ['src/domain/**/*.ts'],
    patterns: [
      ...domain,
      packages(pure, 'The domain does no I/O, and schemas belong to src/api and to *.settings.ts.'),
    ],
  },
  {
    files: ['src/domain/**/*.settings.ts', 'src/domain/_shared/setting.ts', 'src/domain/settings/*.ts'],
    patterns: [...domain, packages([...pure, 'zod'], 'The domain does no I/O.')],
  },
  {
    files: ['src/workflows/**/*.ts'],
    patterns: [
      arrow('^#activities/', 'A workflow knows activities by their types only: import type.', {
        allowTypeImports: true,
      }),
      arrow(`^#(?!(workflows|activities|${mayImport.workflows.join('|')})/)`, instead.workflows),
      packages(['@temporalio/workflow', '@temporalio/common'], instead.workflows),
      arrow('^#lib/(?!workflow/)', instead.workflows),
    ],
  },
  {
    files: ['src/activities/**/*.ts'],
    patterns: [...between('activities'), notAWorkflow, engineClient, database],
  },
  { files: ['src/db/**/*.ts'], patterns: [...between('db'), engine] },
  { files: ['src/api/**/*.ts'], patterns: [...between('api'), notAWorkflow, engine, database] },
  {
    files: ['src/api/**/*.routes.ts', 'src/api/**/*.schemas.ts'],
    patterns: [
      arrow(
        '^#(?!(api|domain|lib|workflows)/)',
        'Routes and schemas are declarations: the work is in the service.',
      ),
      notAWorkflow,
      engine,
      database,
    ],
  },
  { files: ['src/integrations/**/*.ts'], patterns: [...between('integrations'), database, engineClient] },
  // The adapter of the engine itself.
  { files: ['src/integrations/engine/**/*.ts'], patterns: [...between('integrations'), database] },
  { files: ['src/events/**/*.ts'], patterns: [...between('events'), notAWorkflow, engine, database] },
  // The lock that lets one relay be active is a connection that no pool may take back.
  {
    files: ['src/events/relay.ts'],
    patterns: [...between('events'), notAWorkflow, engine, arrow('^(knex|objection)(/|$)', database.message)],
  },
  // The generated lists of a layer name what plugins have for it; test/architecture/floors.test.ts holds them to that.
  { files: generatedLists, patterns: [] },
  {
    files: ['plugins/**/*.ts', 'examples/plugins/**/*.ts'],
    inFolder: false,
    patterns: [
      arrow(
        '^#|/src/',
        'A plugin sees haat/plugin, its tests haat/testing, and nothing else of the platform.',
      ),
    ],
  },
  {
    files: ['plugins/*/console/**/*.{ts,tsx}', 'examples/plugins/*/console/**/*.{ts,tsx}'],
    inFolder: false,
    patterns: [
      arrow(
        '^#|/src/|^node:|^haat/(?!console$)',
        'A page of a plugin runs in the browser: it sees haat/console and packages.',
      ),
    ],
  },
  {
    files: ['sandboxes/**/*.ts'],
    inFolder: false,
    patterns: [
      arrow(
        String.raw`^#(?!lib/project-files\.js$)`,
        'A sandbox stands for somebody else, who has none of our code.',
      ),
    ],
  },
];
