import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parseDocument } from 'yaml';
import { buildProblems, type ComposeFile, ownServices, type Service } from './compose-file.js';
import { type ValueSurroundings, valueProblems } from './value-rules.js';

export interface ComposeSurroundings extends ValueSurroundings {
  /** The compose specification's JSON schema. */
  schema: object;
  /** Whether a path of the project exists; `dist/…` once it is built. */
  exists: (path: string) => boolean;
}

/** A version, not a moving word: what ran yesterday runs tomorrow. */
const PINNED = /:v?\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/;
const VARIABLE = /(?<!\$)\$\{([A-Z_][A-Z0-9_]*)|(?<!\$)\$([A-Z_][A-Z0-9_]*)/g;
/** Read by the libraries themselves, as the processes are given them. */
const OF_LIBRARIES = /^OTEL_/;
/** Of Docker Compose's own use here. */
const LOCAL_VARIABLES = ['HAAT_VERSION'];

/** What is wrong with a compose file, a line each; empty when it can be used. */
export function composeProblems(text: string, around: ComposeSurroundings): string[] {
  const document = parseDocument(text, { merge: true, uniqueKeys: true });
  if (document.errors.length > 0)
    return document.errors.map((error) => `no YAML: ${error.message.split('\n')[0]}`);
  const file = document.toJS() as ComposeFile;
  const services = Object.entries(file.services ?? {});
  const own = ownServices(file);
  return [
    ...schemaProblems(file, around.schema),
    ...variableProblems(text, Object.keys(around.example)),
    ...buildProblems(file),
    ...valueProblems(text, file, around),
    ...services.flatMap(([name, service]) => [
      ...(own.has(name) ? [] : imageProblems(name, service)),
      ...environmentProblems(name, service, own.has(name) ? around.configVariables : undefined),
      ...dependencyProblems(name, service, file.services ?? {}, own),
      ...volumeProblems(name, service, file, around.exists),
      ...(own.has(name) ? commandProblems(name, service, around.exists) : []),
      ...durationProblems(name, service),
    ]),
  ];
}

const compiled = new WeakMap<object, ValidateFunction>();

function compile(schema: object): ValidateFunction {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
  compiled.set(schema, validate);
  return validate;
}

function schemaProblems(file: ComposeFile, schema: object): string[] {
  const validate = compiled.get(schema) ?? compile(schema);
  if (validate(file)) return [];
  const lines = (validate.errors ?? [])
    .filter(({ keyword }) => !['oneOf', 'anyOf', 'if'].includes(keyword))
    .map(({ instancePath, message, params }) => {
      const extra = params as { additionalProperty?: string; unevaluatedProperty?: string };
      const key = extra.additionalProperty ?? extra.unevaluatedProperty;
      return `${instancePath || '/'} ${message}${key ? `: ${key}` : ''}`;
    });
  return lines.length > 0 ? [...new Set(lines)] : ['does not follow the compose specification'];
}

function variableProblems(text: string, documented: readonly string[]): string[] {
  const lines = text.replace(/^\s*#.*$/gm, '');
  const used = [...lines.matchAll(VARIABLE)].map((match) => match[1] ?? match[2] ?? '');
  return [...new Set(used)]
    .filter((name) => !documented.includes(name) && !LOCAL_VARIABLES.includes(name))
    .map((name) => `\${${name}} is not in .env.example`);
}

function imageProblems(name: string, service: Service): string[] {
  if (service.image === undefined) return [];
  return PINNED.test(service.image) ? [] : [`${name}: the image ${service.image} is not pinned to a version`];
}

/** `config`: what a process of ours reads; undefined for the services of others. */
function environmentProblems(name: string, service: Service, config?: readonly string[]): string[] {
  const values = Object.entries(service.environment ?? {});
  const unknown = config ? values.filter(([key]) => !config.includes(key) && !OF_LIBRARIES.test(key)) : [];
  const secrets = values.filter(
    ([key, value]) => /(SECRET|PASSWORD|PWD|_KEY)$/.test(key) && value !== '' && !/^\$\{/.test(String(value)),
  );
  return [
    ...unknown.map(([key]) => `${name}: no process reads ${key}`),
    ...secrets.map(([key]) => `${name}: ${key} is written down here; take it from a variable`),
  ];
}

/** Waiting for health needs somebody who says what health is; waiting for an end, somebody who ends. */
function dependencyProblems(
  name: string,
  service: Service,
  services: Record<string, Service>,
  own: ReadonlySet<string>,
): string[] {
  return Object.entries(service.depends_on ?? {}).flatMap(([other, { condition }]) => {
    const awaited = services[other];
    if (!awaited) return [`${name}: depends on ${other}, which there is not`];
    const { healthcheck } = awaited;
    if (condition === 'service_healthy' && !own.has(other) && !healthcheck?.test)
      return [`${name}: waits for the health of ${other}, which has no health check`];
    if (condition === 'service_healthy' && healthcheck?.disable)
      return [`${name}: waits for the health of ${other}, whose check is disabled`];
    return [];
  });
}

function volumeProblems(
  name: string,
  { volumes = [] }: Service,
  file: ComposeFile,
  exists: (path: string) => boolean,
): string[] {
  return volumes.flatMap((volume) => {
    const source = volume.split(':')[0] ?? '';
    if (source.startsWith('.'))
      return exists(source) ? [] : [`${name}: mounts ${source}, which there is not`];
    return source in (file.volumes ?? {}) ? [] : [`${name}: the volume ${source} is not declared`];
  });
}

function commandProblems(name: string, service: Service, exists: (path: string) => boolean): string[] {
  return [...(service.command ?? []), ...(service.healthcheck?.test ?? [])]
    .filter((word) => /\.m?js$/.test(word) && !exists(word))
    .map((word) => `${name}: runs ${word}, which there is not`);
}

/** The schema takes any text for a duration; Docker does not. */
function durationProblems(name: string, { healthcheck = {}, stop_grace_period }: Service): string[] {
  const { interval, timeout, start_period } = healthcheck;
  return Object.entries({ interval, timeout, start_period, stop_grace_period })
    .filter(([, value]) => value !== undefined && !/^(\d+(\.\d+)?(us|ms|s|m|h))+$/.test(String(value)))
    .map(([key, value]) => `${name}: ${key} is no duration: ${String(value)}`);
}
