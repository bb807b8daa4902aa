import { expect } from '@jest/globals';
import type { Knex } from '#db/kernel/knex.js';
import type { Container } from '#runtime/container.js';
import { eventually } from '../_support/eventually.js';

/** Deletes the stored PDF of a document: the next download gets 409 with `Retry-After`, and a later one finds it rendered again. */
export async function expectRenderedAgain(
  { storage }: Pick<Container, 'storage'>,
  document: { stored: Knex.QueryBuilder; download: () => Promise<Response> },
): Promise<void> {
  const { storageKey } = (await document.stored.first('storageKey')) as { storageKey: string };
  await storage.delete(storageKey);
  const missing = await document.download();
  expect([missing.status, missing.headers.get('retry-after')]).toEqual([409, '2']);
  await eventually(async () => expect((await document.download()).status).toBe(200));
}
