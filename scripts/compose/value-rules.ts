import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { type ComposeFile, ownServices, type Service } from './compose-file.js';
import { interpolate, references } from './interpolate.js';

/** Variables that the processes read and that make no sense in the compose file, each with the reason. */
const NOT_PASSED: Record<string, string> = {
  CHECK_ANSWERS: 'looks for defects, which costs time; off in production',
  TEMPORAL_API_KEY: 'the engine is the one of the file',
  TEMPORAL_TLS: 'the engine is the one of the file',
  STORAGE_DIR: 'files are in the bucket',
  CHROME_PATH: 'the browser is in the image',
  PAYMENT_SANDBOX_URL: 'there is no sandbox in production',
  WEBHOOKS_ALLOW: 'refused in production',
  PAYMENT_SANDBOX_SECRET: 'there is no sandbox in production',
};

export interface ValueSurroundings {
  configVariables: readonly string[];
  /** `.env.example`, read. */
  example: Readonly<Record<string, string>>;
  /** What a process makes of its environment. @throws Error that names what it refuses */
  readConfig: (environment: Record<string, string>) => unknown;
}

/**
 * What is wrong with the values that a compose file gives: with those of `.env.example`, which everybody copies, and
 * with the least that has to be set. `file` is the file as it is written, `text` its text.
 */
export function valueProblems(text: string, file: ComposeFile, around: ValueSurroundings): string[] {
  const required = references(uncommented(text)).filter(({ operator }) => operator.endsWith('?'));
  const names = [...new Set(required.map(({ name }) => name))];
  const least = Object.fromEntries(names.map((name) => [name, standIn(name)]));
  const set = Object.fromEntries(Object.entries(around.example).filter(([, value]) => value !== ''));
  return [
    ...exampleProblems(text, around.example),
    ...headProblems(text, names),
    ...unpassedProblems(file, around.configVariables),
    ...startProblems(text, least, 'with what has to be set', around),
    ...startProblems(text, { ...least, ...set }, 'with .env.example', around),
  ];
}

const uncommented = (text: string) => text.replace(/^\s*#.*$/gm, '');

/** Long enough for a secret, and 32 bytes in base64. */
function standIn(name: string): string {
  if (name.endsWith('_URL')) return 'http://localhost:4000';
  if (name.endsWith('_EMAIL')) return 'owner@example.com';
  // Of hexadecimal digits, whose base64 has no sign that a URL would read otherwise.
  return Buffer.from(createHash('sha256').update(name).digest('hex').slice(0, 32)).toString('base64');
}

/** A default that the copied example overrides is one that nobody gets. */
function exampleProblems(text: string, example: Readonly<Record<string, string>>): string[] {
  const lines = references(uncommented(text)).flatMap(({ name, operator, word }) => {
    const shown = example[name] ?? '';
    if (operator !== ':-' || shown === '' || shown === word) return [];
    return [`\${${name}:-${word}} is never ${word}: .env.example says ${shown}`];
  });
  return [...new Set(lines)];
}

function headProblems(text: string, required: readonly string[]): string[] {
  const head = text.slice(0, text.search(/^[^#\s]/m));
  return required
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(head))
    .map((name) => `${name} has to be set, and the head of the file does not say so`);
}

function unpassedProblems(file: ComposeFile, config: readonly string[]): string[] {
  const own = ownServices(file);
  if (own.size === 0) return [];
  const passed = new Set([...own].flatMap((name) => Object.keys(file.services?.[name]?.environment ?? {})));
  return [
    ...config
      .filter((name) => !passed.has(name) && !(name in NOT_PASSED))
      .map((name) => `${name} is read by the processes and passed to none of them`),
    ...Object.keys(NOT_PASSED)
      .filter((name) => passed.has(name) || !config.includes(name))
      .map((name) => `${name} is said not to be passed (${NOT_PASSED[name]}), and that is not so`),
  ];
}

/** Holds what each process is given against what it takes, and against where the others listen. */
function startProblems(
  text: string,
  values: Record<string, string>,
  when: string,
  around: ValueSurroundings,
): string[] {
  const file = parse(interpolate(text, values).text, { merge: true }) as ComposeFile;
  const lines = [...ownServices(file)].flatMap((name) => {
    const entries = Object.entries(file.services?.[name]?.environment ?? {});
    const environment = Object.fromEntries(
      entries.filter(([, value]) => value !== null).map(([key, value]) => [key, String(value)]),
    );
    try {
      around.readConfig(environment);
    } catch (error) {
      return [`${name}, ${when}: ${(error as Error).message}`];
    }
    return addressesIn(environment)
      .filter(({ host, port }) => !listens(file.services ?? {}, host, port))
      .map(({ host, port }) => `${name}, ${when}: ${host} does not listen on ${port}`);
  });
  return lines;
}

interface Address {
  host: string;
  port: string;
}

function addressesIn(environment: Record<string, string>): Address[] {
  const urls = Object.values(environment).filter((value) => /^\w+:\/\/[^/]+:\d+/.test(value));
  const pairs = Object.entries(environment)
    .filter(([name]) => name.endsWith('_HOST'))
    .map(([name, host]) => ({ host, port: environment[name.replace(/HOST$/, 'PORT')] ?? '' }));
  const [host = '', port = ''] = (environment['TEMPORAL_ADDRESS'] ?? '').split(':');
  return [
    ...urls.map((url) => new URL(url)).map(({ hostname, port: at }) => ({ host: hostname, port: at })),
    ...pairs,
    { host, port },
  ];
}

/** Of what is no service here nothing is known. */
function listens(services: Record<string, Service>, host: string, port: string): boolean {
  const aliases = ({ networks = {} }: Service) =>
    Object.values(networks).flatMap((item) => item?.aliases ?? []);
  const found = Object.entries(services).find(
    ([name, item]) => name === host || aliases(item).includes(host),
  );
  return found === undefined || (found[1].expose ?? []).map(String).includes(port);
}
