import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from '@jest/globals';
import { entityNames } from '#api/kernel/entities.js';
import { parameterOf } from '#api/kernel/openapi-parameters.js';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'openapi.json'), 'utf8');

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}
interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string }[];
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>;
  [extension: `x-${string}`]: unknown;
}
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Operation['responses'][string]>;
    parameters: Record<string, { name: string }>;
  };
};

/** One verb for one meaning: a single row is got, many are listed, fields are updated. */
const verbs = new Set(
  (
    'Get List Search Find Count Create Update Delete Restore Replace Set Reorder Duplicate Add Remove Archive Unarchive ' +
    'Upload Download Import Export Stream Preview Render Explain Suggest Check Test Probe Evaluate ' +
    'Send Receive Request Cancel Approve Reject Accept Refuse Invite Leave Ban Unban Revoke End Suppress Lift ' +
    'Sign Verify Confirm Open Start Finish Disconnect Register Select Pause Resume Retry Run Compute Rebuild Reconcile ' +
    'Adopt Dismiss Fetch Follow Unfollow Place Initiate Refund Record Give Mark Fulfil Adjust Review Apply Discard Override Reset Unsubscribe Encrypt Decrypt'
  ).split(' '),
);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const byId = new Map(operations.map((operation) => [operation.operationId, operation]));

const named = (ref: string | undefined) => ref?.split('/').at(-1) ?? '';
const resolved = (schema: Schema): Schema =>
  schema.$ref ? resolved(document.components.schemas[named(schema.$ref)] ?? {}) : schema;

/** The fields of an operation's row, or of the rows that it lists. */
function fieldsOf(operation: Operation): string[] {
  const declared = operation.responses['200'] ?? {};
  const response = declared.$ref ? document.components.responses[named(declared.$ref)] : declared;
  const envelope = response?.content?.['application/json']?.schema.properties?.['data'];
  const data = resolved(envelope ?? {});
  return Object.keys(resolved(data.items ?? data).properties ?? {});
}

describe('the reference for tools', () => {
  it('passes the linter without an error', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  // More of it means that operations spell out what they share.
  it('has at most 2,700 bytes and 47 lines of types for an operation', () => {
    expect(Buffer.byteLength(text) / operations.length).toBeLessThanOrEqual(2_700);
    const types = readFileSync(join(root, 'client', 'src', 'schema.ts'), 'utf8');
    expect(types.split('\n').length / operations.length).toBeLessThanOrEqual(47);
  });

  it('begins each summary with one of the agreed verbs', () => {
    const wrong = operations.filter(({ summary }) => !verbs.has(summary.split(' ')[0] ?? ''));
    expect(wrong.map(({ operationId, summary }) => `${operationId}: ${summary}`)).toEqual([]);
  });

  it('has summaries of one verb and at most twelve words', () => {
    const several = / (and|or) (move|delete|update|create|change|cancel|send|restore)\b/;
    const wrong = operations.filter(({ summary }) => several.test(summary) || summary.split(' ').length > 12);
    expect(wrong.map(({ operationId, summary }) => `${operationId}: ${summary}`)).toEqual([]);
  });

  it('names every schema and every response', () => {
    expect(Object.keys(document.components.schemas).filter((name) => name.startsWith('__'))).toEqual([]);
  });

  it('says who may call each operation', () => {
    const silent = operations.filter(
      (operation) => !operation['x-audience'] && !operation.operationId.includes('Auth'),
    );
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
    const open = operations.filter((item) => item['x-audience'] === 'admin' && !item['x-permission']);
    expect(open.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('names operations, entities and parameters that exist', () => {
    const wrong = operations.flatMap((operation) => {
      const name = operation.operationId;
      const links = ['x-create', 'x-read', 'x-update', 'x-delete', 'x-restore'].flatMap((key) =>
        operation[key as 'x-read'] === undefined || byId.has(operation[key as 'x-read'] as string)
          ? []
          : [`${name}: ${key} names no operation`],
      );
      const entity = operation['x-entity'] as (typeof entityNames)[number] | undefined;
      const list = operation['x-list'] as { search?: string; sort?: string[] } | undefined;
      const known = operation.parameters?.map((item) => parameterOf(item, document.components).name) ?? [];
      const parameters = [...(list?.search ? [list.search] : []), ...(list?.sort ?? [])];
      return [
        ...links,
        ...(entity && !entityNames.includes(entity) ? [`${name}: unknown entity ${entity}`] : []),
        ...parameters.filter((item) => !known.includes(item)).map((item) => `${name}: no parameter ${item}`),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('names as titles fields that the rows have', () => {
    const wrong = operations.filter((operation) => {
      const title = operation['x-title'] as string | undefined;
      return title !== undefined && !fieldsOf(operation).includes(title);
    });
    expect(
      wrong.map(
        (item) => `${item.operationId}: ${String(item['x-title'])} is none of ${fieldsOf(item).join(', ')}`,
      ),
    ).toEqual([]);
  });
});
