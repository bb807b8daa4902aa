import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { ErrorCode } from '#domain/_shared/app-error.js';
import type { ErrorDefinition } from '#domain/_shared/error-catalogue.js';
import { type IssueCode, issueCodes } from '#domain/_shared/issue-codes.js';
import { reasonOfEntry } from '#domain/errors.js';
import { sha256 } from '#lib/crypto.js';
import { errorsOf } from './route-errors.js';
import type { Route } from './route.js';

const fieldIssueSchema = z
  .object({
    path: z.string(),
    message: z.string(),
    code: z.enum(Object.keys(issueCodes) as [IssueCode, ...IssueCode[]]),
  })
  .meta({ id: 'FieldIssue' });

/** Errors that are no validation errors and may concern fields of the body. */
const namesFields: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'CONFLICT', 'UNIQUE_VIOLATION']);

const envelopes = new Map<string, z.ZodType>();
const responses = new Map<string, ZodOpenApiResponseObject>();

/** The envelope of errors with these codes: one named schema for each set of them. */
function errorEnvelope(status: number, codes: readonly ErrorCode[]): z.ZodType {
  const words = codes.map((code) =>
    code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase()),
  );
  const id = `Error${status}${words.join('Or')}`;
  const schema =
    envelopes.get(id) ??
    z
      .object({
        data: z.null(),
        message: z.string(),
        statusCode: z.literal(status),
        errorCode: z.enum(codes),
        reason: z.string().meta({ description: 'Unique to this error; branch on it, never on the message' }),
        ...(codes.includes('VALIDATION_ERROR') ? { errors: z.array(fieldIssueSchema).optional() } : {}),
        ...(codes.some((code) => namesFields.has(code))
          ? { fields: z.array(fieldIssueSchema).optional() }
          : {}),
        ...(codes.some((code) => code.endsWith('_misconfigured'))
          ? { missingKeys: z.array(z.string()).optional() }
          : {}),
        debug: z.unknown().optional().meta({ description: 'Only in development' }),
      })
      .meta({ id });
  envelopes.set(id, schema);
  return schema;
}

const MAX_NAME = 100;

/** Reasons that come together have one word in names: the names of responses were a tenth of the document. */
const together = [
  {
    word: 'unavailable',
    reasons: ['database_unavailable', 'disk_full', 'storage_unavailable', 'too_busy'].map(
      (reason) => `platform.${reason}`,
    ),
  },
  {
    word: 'second_factor',
    reasons: ['access.second_factor_needed', 'access.second_factor_required'],
  },
];

function wordsOf(reasons: readonly string[]): string[] {
  const groups = together.filter((group) => group.reasons.every((reason) => reasons.includes(reason)));
  const grouped = new Set(groups.flatMap((group) => group.reasons));
  const rest = reasons.filter((reason) => !grouped.has(reason));
  return [...rest.map((reason) => reason.replace(/^platform\./, '')), ...groups.map(({ word }) => word)];
}

/** `409-orders.not_cancellable`: the status and the reasons; of many reasons the first, how many more, and a hash. */
function responseName(status: number, reasons: readonly string[]): string {
  const words = [String(status), ...wordsOf(reasons)];
  const name = words.join('-');
  if (name.length <= MAX_NAME) return name;
  return `${words.slice(0, 3).join('-')}-and-${words.length - 3}-more-${sha256(name).slice(0, 6)}`;
}

/**
 * One response for each set of errors of a status, which all operations with this set refer to: spelled out for
 * each operation they were three quarters of the document.
 */
function errorResponse(status: number, definitions: readonly ErrorDefinition[]): ZodOpenApiResponseObject {
  const own = new Map(definitions.map((definition) => [reasonOfEntry(definition), definition]));
  const reasons = [...own.keys()].sort();
  const name = responseName(status, reasons);
  const known = responses.get(name);
  if (known) return known;
  const entries = reasons.flatMap((reason) => own.get(reason) ?? []);
  const texts = entries.map((entry) => `\`${entry.code}\` (\`${reasonOfEntry(entry)}\`) when ${entry.when}`);
  const schema = errorEnvelope(status, [...new Set(entries.map(({ code }) => code))].sort());
  const response: ZodOpenApiResponseObject = {
    id: name,
    description: texts.join('; '),
    content: { 'application/json': { schema } },
  };
  responses.set(name, response);
  return response;
}

export function errorResponses(route: Route): ZodOpenApiOperationObject['responses'] {
  const definitions = errorsOf(route).map(({ definition }) => definition);
  const statuses = [...new Set(definitions.map(({ status }) => status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      errorResponse(
        status,
        definitions.filter((definition) => definition.status === status),
      ),
    ]),
  );
}
