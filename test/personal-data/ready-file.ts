import { personalExportKey } from '#domain/personal-data/personal-data-export.js';
import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';

/** A file of a user that is ready, and is in the storage. */
export async function readyFile(
  { knex, storage }: Pick<Container, 'knex' | 'storage'>,
  userId: string,
): Promise<string> {
  const id = newId();
  const content = Buffer.from('{"tables": {}}\n');
  await storage.put(personalExportKey(id), content, { contentType: 'application/octet-stream' });
  await knex('personal_data_exports').insert({
    id,
    userId,
    status: 'ready',
    attempt: 1,
    fileSize: content.length,
    completedAt: new Date(),
    expiresAt: new Date(Date.now() + 24 * 3_600_000),
  });
  return id;
}
