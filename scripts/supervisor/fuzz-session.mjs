import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from './paths.mjs';
import { runCommand } from './processes.mjs';

/** What every response is held to. The responses to wrong requests are checked by the sweeps of `npm test`. */
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

/** The configuration file: who calls which operation, with known rows for the parameters of its path. */
export function configOf(sessions) {
  const lines = ['[phases.coverage]', 'unexpected-methods = []', ''];
  const dictionaries = [];
  const operations = sessions.flatMap(({ token, own }) => own.map((operation) => ({ token, ...operation })));
  for (const { token, name, parameters } of operations) {
    const known = Object.entries(parameters);
    if (token === undefined && known.length === 0) continue;
    lines.push('[[operations]]', `include-name = ${text(name)}`);
    if (token !== undefined) lines.push(`headers = { Authorization = ${text(`Bearer ${token}`)} }`);
    if (known.length > 0) lines.push('[operations.parameters]');
    for (const [parameter, values] of known) {
      const dictionary = `d${dictionaries.length}`;
      dictionaries.push(`[dictionaries.${dictionary}]`, `values = ${text(values)}`, '');
      lines.push(
        `${text(`path.${parameter}`)} = { dictionary = ${text(dictionary)}, probability = ${KNOWN_ROWS} }`,
      );
    }
    lines.push('');
  }
  return [...lines, ...dictionaries].join('\n');
}

/** One thread: with more, Python 3.11 falls over its own parser now and then ("AST constructor recursion depth mismatch"). */
function argumentsOf({ sessions, openApiFile, url, folder, maxExamples, seed, phases }) {
  return [
    '--config-file',
    join(folder, 'schemathesis.toml'),
    '--no-color',
    'run',
    openApiFile,
    '--url',
    url,
    '--checks',
    checks.join(','),
    '--phases',
    phases,
    '--max-examples',
    String(maxExamples),
    '--seed',
    String(seed),
    '--workers',
    '1',
    '--continue-on-failure',
    '--generation-database',
    'none',
    '--request-timeout',
    '30',
    '--suppress-health-check',
    'all',
    '--warnings',
    'off',
    '--report',
    'json',
    '--report-json-path',
    join(folder, 'report.json'),
    ...sessions.flatMap(({ own }) => own).flatMap(({ name }) => ['--include-name', name]),
  ];
}

/**
 * Fuzzes the interface to the end, each operation as the session that it is for. They share a process, which takes
 * seconds to start.
 * @param {{ schemathesis: { command: string, args: string[], env: Record<string, string> }, sessions: object[],
 *   openApiFile: string, url: string, maxExamples: number, seed: number, phases: string }} options
 * @returns {Promise<{ code: number | null, output: string, report?: { test_cases: { generated: number }, operations: { tested: number } } }>} `code` is 0 when nothing was
 *   found, 1 when something was
 */
export async function fuzzSessions({ schemathesis, ...options }) {
  const folder = mkdtempSync(join(tmpdir(), 'haat-fuzz-'));
  writeFileSync(join(folder, 'schemathesis.toml'), configOf(options.sessions));
  try {
    const { command, args, env } = schemathesis;
    const { code, output } = await runCommand(command, [...args, ...argumentsOf({ ...options, folder })], {
      cwd: folder,
      // Where it keeps its tables of characters, which take it a second to make.
      env: { ...process.env, ...env, HYPOTHESIS_STORAGE_DIRECTORY: inProject('.cache', 'hypothesis') },
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
