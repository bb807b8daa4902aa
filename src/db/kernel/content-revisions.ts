import { integer } from '#domain/_shared/columns.js';
import { expectRow } from './expect-row.js';
import { query } from './query.js';
import type { Knex } from './knex.js';
import { recordContentRevision } from '#lib/request-scope.js';
import { afterCommit, beforeCommit, type Tx } from './unit-of-work.js';

/** Kinds of storefront content that processes keep in memory; `taxonomy` stands for what banners are attached to. */
export const contentKinds = [
  'banners',
  'content-pages',
  'dynamic-links',
  'dynamic-listings',
  'taxonomy',
  'vendor-pages',
] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The topic on which a raised revision is announced; the id is `<kind>=<revision>`. */
export const CONTENT_TOPIC = 'content';

const raised = new WeakMap<Tx, Set<ContentKind>>();

const ownCopies = new Set<(kind: ContentKind, revision: number) => void>();

/**
 * Has `drop` called when a write of this process has committed, before its request is answered: the next reader here
 * sees it.
 */
export function onOwnContentWrite(drop: (kind: ContentKind, revision: number) => void): () => void {
  ownCopies.add(drop);
  return () => ownCopies.delete(drop);
}

/**
 * Says that content of this kind changes with `tx`. Written once for each transaction and last of all, so that writers of
 * the same kind wait for each other as briefly as possible; one that rolls back raises nothing.
 */
export function raiseContentRevision(tx: Tx, kind: ContentKind): void {
  const kinds = raised.get(tx);
  if (kinds) {
    kinds.add(kind);
    return;
  }
  const first = new Set([kind]);
  raised.set(tx, first);
  const written = new Map<ContentKind, number>();
  beforeCommit(tx, async () => {
    // In one order, so that two transactions with several kinds cannot wait for each other in a circle.
    for (const name of [...first].sort()) {
      const rows = await query(tx, { revision: integer })(
        `insert into content_revisions (name) values (?)
         on conflict (name) do update set revision = content_revisions.revision + 1
         returning revision`,
        [name],
      );
      const revision = expectRow(rows).revision;
      written.set(name, revision);
      await tx.raw(`select pg_notify('live', ?)`, [`${CONTENT_TOPIC}:${name}=${revision}`]);
    }
  });
  afterCommit(tx, () => {
    for (const [name, revision] of written) {
      for (const drop of ownCopies) drop(name, revision);
      recordContentRevision(name, revision);
    }
    return Promise.resolve();
  });
}

/** The revision of each kind. */
export async function readContentRevisions(knex: Knex): Promise<Map<string, number>> {
  const rows = await knex('content_revisions').select('name', 'revision');
  return new Map(rows.map(({ name, revision }) => [name, revision]));
}
