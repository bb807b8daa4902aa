import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { arrows } from './eslint.layers.mjs';
import { sleeps } from './eslint.sleeps.mjs';

/**
 * Beside the usual mistakes, this holds the arrows between the layers, which eslint.layers.mjs names: for imports,
 * and for the same names where code imports as it runs or mentions a type. Circles are found by
 * test/architecture/floors.test.ts, once for all files instead of once a file.
 */

const inFolder = {
  regex: String.raw`^\.\./`,
  message: 'Relative imports stay in their folder: write #layer/… instead.',
};

const synchronousValidator = {
  selector:
    "Property[key.name='validator'] > :matches(ArrowFunctionExpression, FunctionExpression)[async=true]",
  message: 'The validator of an update is synchronous: the engine does not wait for it.',
};

/** A selector's regular expression ends at its first slash. */
const inSelector = (regex) => `/${regex.replaceAll('/', String.raw`\u002F`)}/`;

const restrictions = ({ files, patterns, inFolder: stays = true }) => {
  const all = stays ? [inFolder, ...patterns] : patterns;
  return {
    files,
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: all }],
      'no-restricted-syntax': [
        'error',
        synchronousValidator,
        {
          selector: "ImportExpression[source.type!='Literal']",
          message: 'Name what is imported: which layer may import which is decided by the name.',
        },
        ...all.flatMap(({ regex, message, allowTypeImports }) => [
          { selector: `ImportExpression > Literal[value=${inSelector(regex)}]`, message },
          ...(allowTypeImports
            ? []
            : [{ selector: `TSImportType Literal[value=${inSelector(regex)}]`, message }]),
        ]),
      ],
    },
  };
};

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'dist/',
      '.data/',
      '.cache/',
      '.test-build/',
      '.plugins/',
      'coverage/',
      'client/dist/',
      'client/src/schema.ts',
      'client/src/operations.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { 'import-x': importX },
    rules: {
      'max-lines': ['error', 400],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'import-x/no-default-export': 'error',
      'no-restricted-syntax': ['error', synchronousValidator],
    },
  },
  {
    files: ['test/**/*.ts', 'examples/**/*.test.ts', 'plugins/**/*.test.ts'],
    plugins: { tests: sleeps },
    rules: { 'tests/no-new-sleeps': 'error' },
  },
  // Generated, one entry a table.
  { files: ['src/db/kernel/rows.ts'], rules: { 'max-lines': 'off' } },
  // What jest itself requires.
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  // A browser runs it, and what it knows of the platform is the client.
  {
    files: ['console/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^#|(^|/)src/|^node:',
              message: 'The console imports haat-client and nothing of the platform.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['examples/storefront/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^#|/src/', message: 'A storefront knows of the platform what haat-client tells it.' },
          ],
        },
      ],
    },
  },
  ...arrows.map(restrictions),
);
