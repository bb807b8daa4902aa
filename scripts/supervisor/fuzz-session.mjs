import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './processes.mjs';

/** What every answer is held to. What a wrong request must be answered is for the sweeps of `npm test` to say. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** How often a parameter of a path names a row that there is; otherwise it is made up. */
const KNOWN_ROWS = 0.8;

/** Strings of TOML are those of JSON. */
const text = (value) => JSON.stringify(value);

/** The configuration file of a session: known rows for the parameters of each path. */
export function configOf({ keys }) {
  const lines = ['[phases.coverage]', 'unexpected-methods = []', ''];
  const dictionaries = [];
  for (const { path, parameters } of keys) {
    lines.push('[[operations]]', `include-path = ${text(path)}`, '[operations.parameters]');
    for (const [name, values] of Object.entries(parameters)) {
      const dictionary = `d${dictionaries.length}`;
      dictionaries.push(`[dictionaries.${dictionary}]`, `values = ${text(values)}`, '');
      lines.push(
        `${text(`path.${name}`)} = { dictionary = ${text(dictionary)}, probability = ${KNOWN_ROWS} }`,
      );
    }
    lines.push('');
  }
  return [...lines, ...dictionaries].join('\n');
}

/** One thread: with more, Python 3.11 falls over its own parser now and then ("AST constructor recursion depth mismatch"). */
function argumentsOf({ session, openApiFile, url, folder, maxExamples, seed, phases, maxSeconds }) {
  const { token, own, without } = session;
  return [
    ...['--config-file', join(folder, 'schemathesis.toml'), '--no-color', 'run', openApiFile, '--url', url],
    ...['--checks', checks.join(','), '--phases', phases, '--max-examples', String(maxExamples)],
    ...['--seed', String(seed), '--workers', '1', '--continue-on-failure', '--generation-database', 'none'],
    ...['--request-timeout', '30', '--suppress-health-check', 'all', '--warnings', 'off'],
    ...['--report', 'json', '--report-json-path', join(folder, 'report.json')],
    ...(maxSeconds === undefined ? [] : ['--max-time', String(maxSeconds)]),
    ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
    ...own.filter((name) => !(name in without)).flatMap((name) => ['--include-name', name]),
  ];
}

/**
 * Fuzzes the interface as one session, to its end.
 * @param {{ schemathesis: { command: string, args: string[], env: Record<string, string> }, session: object,
 *   openApiFile: string, url: string, maxExamples: number, seed: number, phases: string, maxSeconds?: number }} options
 * @returns {Promise<{ code: number | null, output: string, report?: { test_cases: { generated: number }, operations: { tested: number } } }>} `code` is 0 when nothing was
 *   found, 1 when something was
 */
export async function fuzzSession({ schemathesis, ...options }) {
  const folder = mkdtempSync(join(tmpdir(), 'haat-fuzz-'));
  writeFileSync(join(folder, 'schemathesis.toml'), configOf(options.session));
  try {
    const { command, args, env } = schemathesis;
    const { code, output } = await runCommand(command, [...args, ...argumentsOf({ ...options, folder })], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    return { code, output, report: readReport(join(folder, 'report.json')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
