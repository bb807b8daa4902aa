import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { allRoutes } from '#api/routes.js';
import { webhookEvents } from '#api/webhook-events.js';
import { eventTables } from '#domain/event-tables.js';
import type { EventDefinition } from '#domain/_shared/event.js';
import { MAX_BODY_BYTES } from '#domain/outbound-webhooks/delivery.js';
import { unknownPatterns, wantsEvent } from '#domain/outbound-webhooks/event-patterns.js';
import { join } from 'node:path';
import { projectRoot } from '#lib/project-files.js';
import { messageBody } from '#operations/outbound-webhooks/message-body.js';

const FILE = 'test/outbound-webhooks/webhook-shapes.json';

/** Each field of a schema with its type, as `vendors[].lines[].sku: string | null`. */
function fieldsOf(schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' });
  const definitions = (json.$defs ?? {}) as Record<string, z.core.JSONSchema.BaseSchema>;
  const lines: string[] = [];
  const walk = (node: z.core.JSONSchema.BaseSchema, path: string): void => {
    const target = node.$ref ? definitions[node.$ref.split('/').pop() ?? ''] : node;
    if (!target) return;
    const options = target.anyOf ?? target.oneOf;
    if (options) return void options.forEach((item) => walk(item as never, path));
    lines.push(`${path}: ${String(target.type ?? 'any')}`);
    for (const [name, child] of Object.entries(target.properties ?? {}))
      walk(child as never, `${path}.${name}`);
    if (target.items) walk(target.items as never, `${path}[]`);
  };
  walk(json as z.core.JSONSchema.BaseSchema, 'data');
  return [...new Set(lines)].sort();
}

function shapes(): Record<string, string[]> {
  return Object.fromEntries(
    webhookEvents
      .flatMap(({ name, admin, vendor }) => [
        ...(admin ? [[`admin ${name}`, fieldsOf(admin.schema)] as const] : []),
        ...(vendor ? [[`vendor ${name}`, fieldsOf(vendor.schema)] as const] : []),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

it('no field that an integrator may read is taken away or changes its type; new ones are added to the snapshot', () => {
  const current = shapes();
  if (process.env['UPDATE_GENERATED'])
    writeFileSync(join(projectRoot, FILE), `${JSON.stringify(current, null, 1)}\n`);
  const known = JSON.parse(readFileSync(join(projectRoot, FILE), 'utf8')) as Record<string, string[]>;
  for (const [event, fields] of Object.entries(known)) {
    const gone = fields.filter((field) => !current[event]?.includes(field));
    expect({ event, gone }).toEqual({ event, gone: [] });
  }
  // What is new is known from now on: UPDATE_GENERATED=1 writes it.
  expect(known).toEqual(current);
});

it('every event that is declared for webhooks says what is sent, and no other one does', () => {
  const flagged = eventTables
    .flatMap((table): EventDefinition<unknown>[] => Object.values(table))
    .filter(({ webhook }) => webhook)
    .map(({ type }) => type);
  expect(webhookEvents.map(({ name }) => name).sort()).toEqual([...flagged].sort());
});

it('each example fits its schema', () => {
  for (const { name, admin, vendor } of webhookEvents)
    for (const audience of [admin, vendor])
      if (audience)
        expect([name, audience.schema.safeParse(audience.example).error]).toEqual([name, undefined]);
});

it('a message that would be too large says where to read it instead', () => {
  const content = { type: 'order.paid', timestamp: new Date(0), revision: 3, link: '/admin/orders/1' };
  const whole = messageBody({ ...content, data: { id: '1' } });
  expect(JSON.parse(whole)).toEqual({
    type: 'order.paid',
    timestamp: '1970-01-01T00:00:00.000Z',
    data: { revision: 3, id: '1' },
  });
  const large = messageBody({ ...content, data: { text: 'x'.repeat(MAX_BODY_BYTES) } });
  expect(JSON.parse(large)).toEqual({
    type: 'order.paid',
    timestamp: '1970-01-01T00:00:00.000Z',
    data: null,
    truncated: true,
    link: '/admin/orders/1',
  });
});

it('patterns are exact names, prefixes and all', () => {
  expect(wantsEvent(['order.*'], 'order.paid')).toBe(true);
  expect(wantsEvent(['order.*'], 'orders.paid')).toBe(false);
  expect(wantsEvent(['*'], 'order.paid')).toBe(true);
  expect(unknownPatterns(['order.*', 'order.paid', 'ord*', '*.paid', 'cart.*', '*'], ['order.paid'])).toEqual(
    ['ord*', '*.paid', 'cart.*'],
  );
});

it('every event names an operation that reads its rows, and for operators its permission', () => {
  const event = { payload: new Proxy({}, { get: () => 'x' }), entityId: 'x' } as never;
  const operationOf = (link: string) => {
    const path = link.split('?')[0] ?? '';
    return allRoutes.find(
      (item) => item.method === 'get' && new RegExp(`^${item.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
    );
  };
  for (const { name, admin, vendor } of webhookEvents) {
    if (admin) expect([name, admin.permission]).toEqual([name, operationOf(admin.link(event))?.permission]);
    if (vendor) expect([name, operationOf(vendor.link(event))?.auth]).toEqual([name, 'vendor']);
  }
});
