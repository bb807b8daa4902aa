import { createSynonymsRepository } from '#db/search/synonyms.repository.js';
import type { Synonym } from '#domain/search/synonym.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { searchErrors } from '#domain/search/search.errors.js';
import { searchEvents } from '#domain/search/search.events.js';
import { foldedPhrase, synonymKey } from '#domain/search/synonym-words.js';
import type { Platform } from '#operations/platform.js';

export interface SynonymInput {
  root?: string | null;
  words: string[];
}

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox'>;

export function createSynonymsService({ knex, unitOfWork, audit, outbox }: Deps) {
  const synonyms = createSynonymsRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Search synonym' });
  const fieldsOf = ({ root = null, words: given }: SynonymInput) => {
    // The first spelling of each word.
    const words = [
      ...new Map(given.toReversed().map((word) => [foldedPhrase(word), word])).values(),
    ].toReversed();
    return { root, words, folded: synonymKey({ root, words }) };
  };

  async function record(
    tx: Tx,
    ctx: Context,
    action: 'create' | 'update' | 'delete',
    id: string,
    values: { before?: object; after?: object },
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'searchSynonym', entityId: id, action, ...values }]);
    outbox.append(tx, ctx, searchEvents.synonymsChanged, id, { synonymId: id });
  }

  async function lock(tx: Tx, id: string): Promise<Synonym> {
    const synonym = await synonyms.lock(tx, id);
    if (!synonym) throw notFound();
    return synonym;
  }

  const shown = ({ root, words }: { root: string | null; words: string[] }) => ({ root, words });

  return {
    list: (query: ListQuery) => synonyms.list(query),

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<Synonym> {
      const synonym = await synonyms.find(id);
      if (!synonym) throw notFound();
      return synonym;
    },

    /** @throws AppError CONFLICT where another synonym is the same */
    create: (ctx: Context, input: SynonymInput): Promise<Synonym> =>
      unitOfWork.run(ctx, async (tx) => {
        const synonym = await synonyms.insert(tx, fieldsOf(input), ctx.now);
        if (!synonym) throw searchErrors.synonymTaken();
        await record(tx, ctx, 'create', synonym.id, { after: shown(synonym) });
        return synonym;
      }),

    /** Replaces it. @throws AppError NOT_FOUND, CONFLICT where another synonym is the same */
    replace: (ctx: Context, id: string, input: SynonymInput): Promise<Synonym> =>
      unitOfWork.run(ctx, async (tx) => {
        const before = await lock(tx, id);
        const fields = fieldsOf(input);
        if (await synonyms.hasOther(tx, id, fields.folded)) throw searchErrors.synonymTaken();
        const after = await synonyms.update(tx, id, fields, ctx.now);
        if (!after) throw notFound();
        await record(tx, ctx, 'update', id, { before: shown(before), after: shown(after) });
        return after;
      }),

    /** @throws AppError NOT_FOUND, also for one that was deleted before */
    delete: (ctx: Context, id: string): Promise<Synonym> =>
      unitOfWork.run(ctx, async (tx) => {
        const synonym = await lock(tx, id);
        await synonyms.delete(tx, id);
        await record(tx, ctx, 'delete', id, { before: shown(synonym) });
        return synonym;
      }),
  };
}
