import { builtinModules } from 'node:module';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/**
 * Beside the usual mistakes, this holds the arrows between the layers (docs/architecture): which folder may import
 * what. Each arrow says in its message where the code belongs instead.
 */

const arrow = (regex, message, rest = {}) => ({ regex, message, ...rest });

const everywhere = [
  arrow(String.raw`^\.\./`, 'Relative imports stay in their folder: write #layer/… instead.'),
];

const engineClient = arrow(
  '^@temporalio/client',
  'Only the workflow gateway talks to the engine: start, signal and query through it.',
);

const database = arrow('^(knex|pg|objection)(/|$)', 'SQL lives in src/db: call a repository or a query.');

const layers = (names, message) => arrow(`^#(${names.join('|')})/`, message);

const nodeBuiltins = arrow(
  `^(node:|(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$)`,
  'No Node built-ins here: this code also runs inside a workflow.',
);

const zod = arrow('^zod', 'No zod in what workflows import: schemas belong to src/api and to *.settings.ts.');

/** The rule for one folder. The last entry that matches a file decides, so each one carries its whole list. */
const restrict = (files, patterns, ignores = []) => ({
  files,
  ignores,
  rules: {
    '@typescript-eslint/no-restricted-imports': ['error', { patterns: [...everywhere, ...patterns] }],
  },
});

const domain = [
  arrow('^#(?!domain/)', 'The domain imports nothing but the domain.'),
  arrow('^(@temporalio|express|puppeteer|nodemailer|@aws-sdk|pino)', 'The domain does no I/O.'),
  database,
  nodeBuiltins,
];

const arrows = [
  restrict(['src/**/*.ts'], []),
  restrict(['src/lib/**/*.ts'], [engineClient], ['src/lib/workflow-gateway.ts', 'src/lib/engine-setup.ts']),
  restrict(['src/domain/**/*.ts'], [...domain, zod]),
  restrict(
    ['src/domain/**/*.settings.ts', 'src/domain/_shared/setting.ts', 'src/domain/settings/*.ts'],
    domain,
  ),
  restrict(
    ['src/workflows/**/*.ts'],
    [
      arrow('^#activities/', 'A workflow knows activities by their types only: import type.', {
        allowTypeImports: true,
      }),
      arrow(
        String.raw`^(?!\.{1,2}/|#(workflows|domain|activities)/|@temporalio/(workflow|common)(/|$))`,
        'A workflow imports contracts, the domain and types of activities; everything else is done by an activity.',
      ),
    ],
  ),
  restrict(
    ['src/activities/**/*.ts'],
    [
      layers(['api'], 'Activities never call services: share a repository or a rule of the domain.'),
      arrow(String.raw`^#workflows/.*\.workflow\.js$`, 'Activities know contracts, not workflows.'),
      engineClient,
      database,
    ],
  ),
  restrict(
    ['src/db/**/*.ts'],
    [
      layers(
        ['api', 'workflows', 'activities', 'events', 'integrations'],
        'src/db is below: it knows domain and lib only.',
      ),
      engineClient,
    ],
  ),
  restrict(
    ['src/api/**/*.ts'],
    [
      layers(['activities'], 'The API starts workflows through the gateway; it never calls activities.'),
      arrow(String.raw`^#workflows/.*\.workflow\.js$`, 'The API knows contracts, not workflows.'),
      engineClient,
      database,
    ],
  ),
  restrict(
    ['src/api/**/*.routes.ts', 'src/api/**/*.schemas.ts'],
    [
      layers(
        ['activities', 'db', 'integrations', 'events'],
        'Routes and schemas are declarations: the work is in the service.',
      ),
      arrow(String.raw`^#workflows/.*\.workflow\.js$`, 'The API knows contracts, not workflows.'),
      engineClient,
      database,
    ],
  ),
  restrict(
    ['src/integrations/**/*.ts'],
    [
      layers(
        ['api', 'workflows', 'activities', 'db', 'events'],
        'An adapter knows lib, domain and integrations only.',
      ),
    ],
  ),
  restrict(
    ['src/events/**/*.ts'],
    [layers(['api', 'activities'], 'Subscriptions hand over to workflows, they do no work.'), engineClient],
  ),
];

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', '.data/', '.cache/', '.test-build/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,mjs}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.mjs', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.mjs', '.js', '.json'],
          extensionAlias: { '.js': ['.ts', '.js'] },
          conditionNames: ['source', 'import', 'node', 'default'],
        }),
      ],
    },
    rules: {
      'max-lines': ['error', 400],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'import-x/no-default-export': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "Property[key.name='validator'] > :matches(ArrowFunctionExpression, FunctionExpression)[async=true]",
          message: 'The validator of an update is synchronous: the engine does not wait for it.',
        },
      ],
    },
  },
  // What jest itself requires.
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['src/**/*.ts'], rules: { 'import-x/no-cycle': ['error', { ignoreExternal: true }] } },
  ...arrows,
);
