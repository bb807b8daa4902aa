import type { createDocument } from 'zod-openapi';

type Document = ReturnType<typeof createDocument>;

interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema?: { $ref?: string } }>;
}

/** Up to this many operations a set of errors is described at each of them. */
const RARE = 2;
const place = '#/components/responses/';
const lastPart = (reference: string) => reference.split('/').at(-1) ?? '';

/**
 * A set of errors that hardly any operation shares needs no response under a name: its operations refer to the response
 * of the same shape and say beside the reference when it occurs, as OpenAPI 3.1 allows. Generated types name each
 * response, so a thousand lines of them would say the same.
 */
export function describeRareErrors(document: Document): void {
  const shared = document.components?.responses as Record<string, Response> | undefined;
  if (!shared) return;
  const uses = new Map<string, Record<string, Response>[]>();
  for (const methods of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(
      methods as Record<string, { responses: Record<string, Response> }>,
    )) {
      for (const { $ref } of Object.values(operation.responses))
        if ($ref) uses.set($ref, [...(uses.get($ref) ?? []), operation.responses]);
    }
  }
  for (const [reference, operations] of uses) {
    const name = lastPart(reference);
    const response = shared[name];
    const schema = lastPart(response?.content?.['application/json']?.schema?.$ref ?? '');
    const status = /^Error(\d{3})/.exec(schema)?.[1];
    if (!response || !status || operations.length > RARE) continue;
    shared[schema] ??= { description: 'The operation says when', content: response.content };
    for (const responses of operations)
      responses[status] = { $ref: `${place}${schema}`, description: response.description };
    delete shared[name];
  }
}
