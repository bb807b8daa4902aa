import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configVariables, parseConfig } from '#lib/config.js';
import { projectRoot } from '#lib/project-files.js';
import { parseEnv } from 'node:util';
import { composeProblems } from './compose/compose-rules.js';
import { dockerfileProblems, sentByDockerignore } from './compose/dockerfile-rules.js';

/**
 * `npm run check:compose [folder]`: holds `docker-compose.yml` and `Dockerfile` against what can be known without a
 * Docker engine. The folder is another one than the project's in tests.
 */
const folder = process.argv[2] ?? projectRoot;
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

/** What the build will make of a file of `dist`. */
const sourceOf = (path: string) =>
  path
    .replace(/^dist\/(?!scripts\/|migrations\/)/, 'src/')
    .replace(/^dist\//, '')
    .replace(/\.js$/, '.ts');
const exists = (path: string) =>
  existsSync(join(projectRoot, path)) ||
  (path.startsWith('dist/') && existsSync(join(projectRoot, sourceOf(path))));

const example = parseEnv(readFileSync(join(projectRoot, '.env.example'), 'utf8')) as Record<string, string>;
const schema = JSON.parse(
  readFileSync(join(projectRoot, 'docker/schema/compose-spec.json'), 'utf8'),
) as object;

const around = { schema, configVariables, example, readConfig: parseConfig, exists };
const problems = [
  ...composeProblems(read('docker-compose.yml'), around).map((problem) => `docker-compose.yml: ${problem}`),
  ...dockerfileProblems(read('Dockerfile'), exists, sentByDockerignore(read('.dockerignore'))).map(
    (problem) => `Dockerfile: ${problem}`,
  ),
];
for (const problem of problems) console.log(problem);
if (problems.length === 0) console.log('docker-compose.yml and Dockerfile hold together');
process.exitCode = problems.length === 0 ? 0 : 1;
