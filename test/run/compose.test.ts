import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { configVariables, parseConfig } from '#lib/config.js';
import { composeProblems } from '../../scripts/compose/compose-rules.js';
import { consoleInputs } from '../../scripts/supervisor/console-build.mjs';
import { dockerfileProblems, sentByDockerignore } from '../../scripts/compose/dockerfile-rules.js';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const exists = (path: string) => path.startsWith('dist/') || existsSync(join(root, path));
const compose = read('docker-compose.yml');
const dockerfile = read('Dockerfile');
const example = parseEnv(read('.env.example')) as Record<string, string>;
const schema = JSON.parse(read('docker/schema/compose-spec.json')) as object;

const problemsOf = (text: string) =>
  composeProblems(text, { schema, configVariables, example, readConfig: parseConfig, exists });
const dockerProblemsOf = (text: string) =>
  dockerfileProblems(text, exists, sentByDockerignore(read('.dockerignore')));

/** The file with one thing changed; the change has to be one. */
function changed(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, to);
  expect(result).not.toBe(text);
  return result;
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function check(folder?: string): Promise<{ code: number; text: string }> {
  const args = ['scripts/run.mjs', 'check-compose', ...(folder ? [folder] : [])];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: `${stdout}${stderr}`.trim() }),
    );
  });
}

describe('npm run check:compose', () => {
  test('finds nothing wrong with what is committed', async () => {
    expect(await check()).toEqual({ code: 0, text: 'docker-compose.yml and Dockerfile hold together' });
  });

  test('fails with a line for each mistake', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'haat-compose-'));
    folders.push(folder);
    for (const file of ['docker-compose.yml', 'Dockerfile', '.dockerignore'])
      cpSync(join(root, file), join(folder, file));
    writeFileSync(
      join(folder, 'docker-compose.yml'),
      changed(compose, 'image: postgres:18.4', 'image: postgres:latest'),
    );
    writeFileSync(join(folder, 'Dockerfile'), changed(dockerfile, 'USER node', 'USER root'));
    const { code, text } = await check(folder);
    expect(code).toBe(1);
    expect(text.split('\n')).toEqual([
      'docker-compose.yml: postgres: the image postgres:latest is not pinned to a version',
      'Dockerfile: api ends as root: USER has to be another one',
    ]);
  });
});

describe('a compose file', () => {
  test.each<[mistake: string, from: string | RegExp, to: string, problem: RegExp]>([
    ['is no YAML', 'services:', 'services: [', /^no YAML/],
    [
      'names a key twice',
      'volumes:\n  postgres:',
      'services: {}\nvolumes:\n  postgres:',
      /^no YAML: Map keys must be unique/,
    ],
    [
      'has a service key that the specification lacks',
      'image: postgres:18.4',
      'imgae: postgres:18.4',
      /^\/services\/postgres .*: imgae$/,
    ],
    [
      'has a port that is none',
      "ports: ['127.0.0.1:7070:7070']",
      'ports: { http: 7070 }',
      /^\/services\/s3\/ports/,
    ],
    [
      'has a duration that is none',
      'interval: 10s',
      'interval: ten seconds',
      /^worker: interval is no duration: ten seconds$/,
    ],
    [
      'waits in a way there is not',
      'postgres: { condition: service_healthy }',
      'postgres: { condition: service_happy }',
      /condition must be equal to one of/,
    ],
    [
      'uses a variable that nobody documents',
      '${LOG_LEVEL:-info}',
      '${LOG_LEVLE:-info}',
      /^\$\{LOG_LEVLE\} is not in \.env\.example$/,
    ],
    [
      'passes a variable that nothing reads',
      '  PUBLIC_ADMIN_URL: $',
      '  PUBLIC_ADMIN_UR: $',
      /^api: no process reads PUBLIC_ADMIN_UR$/,
    ],
    [
      'holds a password',
      'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?letters and digits}',
      'POSTGRES_PASSWORD: postgres',
      /POSTGRES_PASSWORD is written down here/,
    ],
    [
      'takes what is newest',
      'temporalio/server:1.32.1',
      'temporalio/server',
      /^temporal: the image temporalio\/server is not pinned/,
    ],
    [
      'depends on nobody',
      's3: { condition: service_healthy }',
      's4: { condition: service_healthy }',
      /^storage-setup: depends on s4, which there is not$/,
    ],
    [
      'waits for health that nobody checks',
      /healthcheck:\n {6}test: \[CMD, nc[^\n]*\n/,
      'x-healthcheck:\n      a: b\n',
      /^engine-setup: waits for the health of temporal, which has no health check$/,
    ],
    [
      'mounts what there is not',
      './docker/postgres:',
      './docker/postgrs:',
      /^postgres: mounts \.\/docker\/postgrs, which there is not$/,
    ],
    [
      'uses a volume that is not declared',
      "['mail:/data']",
      "['mails:/data']",
      /^mailpit: the volume mails is not declared$/,
    ],
    [
      'runs what there is not',
      'node, docker/healthcheck.mjs, worker',
      'node, docker/health.mjs, worker',
      /^worker: runs docker\/health\.mjs, which there is not$/,
    ],
    [
      'builds one image twice',
      'image: haat-worker:${HAAT_VERSION:-local}',
      'image: haat:${HAAT_VERSION:-local}',
      /^migrate: builds haat:\S+, as worker does/,
    ],
    [
      'would fetch the image that it builds',
      '  pull_policy: never\n',
      '',
      /^api: takes haat:\S+, which is built here: pull_policy has to be never$/,
    ],
    [
      'has a default that the example overrides',
      'SMTP_PORT: ${SMTP_PORT:-587}',
      'SMTP_PORT: ${SMTP_PORT:-1025}',
      /^\$\{SMTP_PORT:-1025\} is never 1025: \.env\.example says 587$/,
    ],
    [
      'sends mail where nobody listens',
      "expose: ['${SMTP_PORT:-587}']",
      "expose: ['1025']",
      /^worker, with \.env\.example: mailpit does not listen on 587$/,
    ],
    [
      'looks for the engine where it does not listen',
      'TEMPORAL_ADDRESS: temporal:7233\n  TEMPORAL_NAMESPACE',
      'TEMPORAL_ADDRESS: temporal:7243\n  TEMPORAL_NAMESPACE',
      /^api, with what has to be set: temporal does not listen on 7243$/,
    ],
    [
      'lacks what production refuses to start without',
      /\n {2}AUTH_SECRET: [^\n]*/,
      '',
      /^api, with what has to be set: .*production needs its own value for AUTH_SECRET$/,
    ],
    [
      'gives a value that the processes refuse',
      '${LOG_LEVEL:-info}',
      'loud',
      /^api, with \.env\.example: Configuration refused: LOG_LEVEL/,
    ],
    [
      'does not pass what the processes read',
      /\n {2}OTEL_EXPORTER_OTLP_ENDPOINT: [^\n]*/,
      '',
      /^OTEL_EXPORTER_OTLP_ENDPOINT is read by the processes and passed to none of them$/,
    ],
    [
      'passes what makes no sense in it',
      '  MAIL_API_BASE_URL: $',
      '  CHROME_PATH: /usr/bin/chromium\n  MAIL_API_BASE_URL: $',
      /^CHROME_PATH is said not to be passed/,
    ],
    [
      'asks for a variable that its head does not name',
      'PUBLIC_API_BASE_URL AUTH_SECRET',
      'AUTH_SECRET',
      /^PUBLIC_API_BASE_URL has to be set, and the head/,
    ],
  ])('that %s is refused', (_mistake, from, to, problem) => {
    expect(problemsOf(changed(compose, from, to))).toEqual(
      expect.arrayContaining([expect.stringMatching(problem)]),
    );
  });

  test('gives every process each variable that production refuses to start without', () => {
    for (const name of [
      'DATABASE_URL',
      'TEMPORAL_ADDRESS',
      'PUBLIC_API_BASE_URL',
      'AUTH_SECRET',
      'ENCRYPTION_KEY',
    ])
      expect(compose).toMatch(
        new RegExp(`^x-environment[\\s\\S]*^  ${name}: .*\\$\\{\\w+:\\?|${name}: temporal:7233`, 'm'),
      );
  });

  test('gives the engine the settings of temporal/, and a longer time to stop than the processes take', () => {
    expect(compose).toContain('./temporal/dynamic-config.json:/etc/temporal/dynamic-config.json:ro');
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThanOrEqual(30);
  });
});

describe('a Dockerfile', () => {
  test('as committed is in order', () => expect(dockerProblemsOf(dockerfile)).toEqual([]));

  test('copies all that the console is built from', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    );
    const isCopied = (path: string) => copied.some((item) => path === item || path.startsWith(`${item}/`));
    expect(consoleInputs.filter((path) => !isCopied(path))).toEqual([]);
  });

  test('installs a browser for the processors that the bundled one is not made for', () => {
    const bundled = join(root, 'node_modules/@sparticuz/chromium/bin');
    expect(existsSync(join(bundled, 'chromium.br')) || existsSync(join(bundled, 'x64'))).toBe(true);
    if (!existsSync(join(bundled, 'arm64')))
      expect(dockerfile).toMatch(/= amd64 \] \|\| echo chromium\)[\s\S]*apt-get install .* \$browser/);
  });

  test.each<[mistake: string, from: string | RegExp, to: string, problem: RegExp]>([
    ['ends as root', /\nUSER node\n/, '\n', /^api ends as root/],
    [
      'has a second image that ends as root',
      /USER root([\s\S]*)USER node/,
      'USER root$1',
      /^worker ends as root/,
    ],
    ['ends as root by number', 'USER node', 'USER 0:0', /^api ends as root/],
    ['copies what there is not', 'COPY src src', 'COPY source src', /^COPY source: there is no such file$/],
    [
      'copies what the build is not sent',
      'COPY src src',
      'COPY test src',
      /^COPY test: \.dockerignore keeps it out/,
    ],
    [
      'copies from a stage there is not',
      '--from=build',
      '--from=builder',
      /^COPY --from=builder: there is no such stage$/,
    ],
    [
      'runs what there is not',
      '"docker/healthcheck.mjs"',
      '"docker/health.mjs"',
      /^HEALTHCHECK runs docker\/health\.mjs/,
    ],
    ['floats', 'NODE_IMAGE=node:24.18.0-', 'NODE_IMAGE=node:24-', /is not pinned to a version$/],
    [
      'has a base that a release cannot pin',
      'FROM ${NODE_IMAGE} AS api',
      'FROM node:24.18.0-bookworm-slim AS api',
      /is not one ARG/,
    ],
    [
      'lets packages run scripts',
      'npm ci --omit=dev --ignore-scripts',
      'npm ci --omit=dev',
      /install scripts: add --ignore-scripts/,
    ],
    ['holds a secret', 'PORT=4000', 'AUTH_SECRET=abc', /^ENV holds a secret/],
    ['has no health check', /\nHEALTHCHECK.*\n/, '\n', /^api has no HEALTHCHECK$/],
  ])('that %s is refused', (_mistake, from, to, problem) => {
    expect(dockerProblemsOf(changed(dockerfile, from, to))).toEqual(
      expect.arrayContaining([expect.stringMatching(problem)]),
    );
  });
});
