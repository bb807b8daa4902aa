import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isEntityParam, type Route } from '#api/kernel/route.js';

/** A response as a client gets it. `json` where it says that it is JSON. */
export interface RawResponse {
  status: number;
  contentType: string;
  text: string;
  json?: unknown;
}

type Content = Record<string, { schema: unknown }>;

interface DeclaredResponse {
  content?: Content;
  $ref?: string;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, DeclaredResponse> }>>;
  components: { responses: Record<string, DeclaredResponse> };
}

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'openapi.json'), 'utf8'),
) as Document;

// Not strict: the document around the schemas has its own words, `example` for one.
// Its code runs a few times each and need not be optimized.
const ajv = new Ajv2020({
  strict: false,
  formats: { binary: true, base64: true },
  code: { optimize: false },
});
formats.default(ajv);
ajv.addSchema(document, 'openapi.json');

const pointer = (...parts: string[]) =>
  parts.map((part) => `/${part.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');

/** By the text of their schema: the errors of all operations look alike. */
const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: unknown, place: string): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key) ?? ajv.compile({ $ref: `openapi.json#${encodeURI(place)}` });
  validators.set(key, known);
  return known;
}

/** `image/png` is `image/*` and anything. */
function declaredType(types: readonly string[], type: string): string | undefined {
  return types.find((item) => item === type || item === '*/*' || item === type.replace(/\/.*/, '/*'));
}

/**
 * Holds a response against the committed `openapi.json`: status, content type, body.
 * @throws Error that names the operation and what it responds without declaring it
 */
export function expectDeclared(route: Route, response: RawResponse): void {
  const name = `${route.method.toUpperCase()} ${route.path}`;
  const path = route.path.replace(/[:*](\w+)/g, '{$1}');
  const operation = document.paths[path]?.[route.method];
  if (!operation) throw new Error(`${name} is not in openapi.json: run \`npm run generate\``);
  const said = `${response.status} ${response.contentType} ${response.text.slice(0, 800)}`;
  const own = operation.responses[String(response.status)];
  const shared = own?.$ref?.split('/').at(-1);
  const declared = shared === undefined ? own : document.components.responses[shared];
  if (!declared) throw new Error(`${name} returns a status that openapi.json does not declare: ${said}`);
  const types = Object.keys(declared.content ?? {});
  if (types.length === 0 && response.text === '') return;
  const type = declaredType(types, response.contentType.split(';', 1)[0]?.trim() ?? '');
  if (type === undefined) throw new Error(`${name} returns another type than ${types.join(', ')}: ${said}`);
  if (response.json === undefined) return;
  const from = shared
    ? ['components', 'responses', shared]
    : ['paths', path, route.method, 'responses', String(response.status)];
  const place = pointer(...from, 'content', type, 'schema');
  const validate = validatorOf(declared.content?.[type]?.schema, place);
  if (!validate(response.json)) {
    throw new Error(
      `${name} returns what openapi.json does not: ${ajv.errorsText(validate.errors)}: ${said}`,
    );
  }
}

/** Whether every parameter of the path names a row that a test can make. */
export function isResolvable(route: Route, isKey: (schema: unknown) => boolean): boolean {
  return Object.values(route.params).every((param) => isEntityParam(param) || isKey(param));
}
