import { createSynonymsRepository } from '#db/search/synonyms.repository.js';
import type { Platform } from '#operations/platform.js';

const CHECKED_MS = 500;

/** Has the engine of this process use the synonyms as they are; a change is in effect within a second. */
export function createCurrentSynonyms(
  { knex, search }: Pick<Platform, 'knex' | 'search'>,
  now: () => number = Date.now,
) {
  const synonyms = createSynonymsRepository(knex);
  let version: string | undefined;
  let checkedAt = 0;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const current = await synonyms.version();
    if (current !== version) {
      await search.useSynonyms(await synonyms.all());
      version = current;
    }
    checkedAt = now();
  }

  return {
    async ensure(): Promise<void> {
      if (version !== undefined && now() - checkedAt < CHECKED_MS) return;
      checking ??= check().finally(() => (checking = undefined));
      await checking;
    },
  };
}
