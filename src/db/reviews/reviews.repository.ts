import { textOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type {
  ModeratedReview,
  ProductReview,
  Review,
  ReviewStatus,
  VendorReview,
} from '#domain/reviews/review.js';

const columns = [
  'id',
  'productId',
  'rating',
  'title',
  'text',
  'status',
  'moderatedAt',
  'reply',
  'repliedAt',
  'createdAt',
  'updatedAt',
];
const named = Object.fromEntries([...columns, 'userId'].map((column) => [column, `r.${column}`]));

export function createReviewsRepository(knex: Knex) {
  const withAuthor = () => knex({ r: 'reviews' }).leftJoin({ u: 'accounts_users' }, 'u.id', 'r.userId');
  const moderated = [
    ...columns.map((column) => `r.${column}`),
    'r.userId',
    'u.name',
    'p.title as productTitle',
  ];
  const shown = ['r.id', 'r.rating', 'r.title', 'r.text', 'r.createdAt', 'r.reply', 'r.repliedAt', 'u.name'];
  const forModeration = () => withAuthor().join({ p: 'products' }, 'p.id', 'r.productId');

  return {
    /** @throws the database's unique violation when the buyer has one already */
    async insert(
      tx: Tx,
      row: Pick<Review, 'id' | 'productId' | 'rating' | 'title' | 'text'> & { userId: string; now: Date },
    ): Promise<void> {
      const { now, ...fields } = row;
      await tx('reviews').insert({ ...fields, createdAt: now, updatedAt: now });
    },

    async find(id: string, reader: Knex | Tx = knex): Promise<ModeratedReview | undefined> {
      return await forModeration()
        .transacting(reader as Tx)
        .where('r.id', id)
        .first(moderated);
    },

    /** Approved reviews of a product. */
    listApproved(productId: string, query: ListQuery): Promise<Page<ProductReview>> {
      return listPage<ProductReview>({
        base: withAuthor().where({ 'r.productId': productId, 'r.status': 'approved' }),
        query,
        columns: named,
        idColumn: 'r.id',
        select: shown,
      });
    },

    /** Approved reviews of the products of a vendor. */
    listOfVendor(vendorId: string, query: ListQuery): Promise<Page<VendorReview>> {
      return listPage<VendorReview>({
        base: forModeration().where({ 'p.vendorId': vendorId, 'r.status': 'approved' }),
        query,
        columns: named,
        idColumn: 'r.id',
        searchColumns: ['r.title', 'r.text', 'p.title'],
        select: [...shown, 'r.productId', 'p.title as productTitle'],
      });
    },

    /** One of them; undefined for a review of another vendor's product, and for one that is not approved. */
    async findOfVendor(vendorId: string, id: string, tx: Tx): Promise<VendorReview | undefined> {
      return (await forModeration()
        .transacting(tx)
        .where({ 'p.vendorId': vendorId, 'r.status': 'approved', 'r.id': id })
        .first([...shown, 'r.productId', 'p.title as productTitle'])) as VendorReview | undefined;
    },

    /** Sets or removes the reply of a vendor; false where it says that already. */
    async reply(tx: Tx, id: string, { reply, now }: { reply: string | null; now: Date }): Promise<boolean> {
      const changed = await tx('reviews')
        .where({ id })
        .whereRaw('reply is distinct from ?', [reply])
        .update({ reply, repliedAt: reply === null ? null : now, updatedAt: now });
      return changed > 0;
    },

    /** Reviews of all states. */
    list(query: ListQuery): Promise<Page<ModeratedReview>> {
      return listPage<ModeratedReview>({
        base: forModeration(),
        query,
        columns: named,
        idColumn: 'r.id',
        searchColumns: ['r.title', 'r.text', 'p.title'],
        select: moderated,
      });
    },

    /**
     * Moves a review to another state and keeps the rating of its product in step, in one statement. Returns the state
     * that it had; undefined when there is no such review, or it is in this state already.
     */
    async moderate(
      tx: Tx,
      id: string,
      { status, now }: { status: ReviewStatus; now: Date },
    ): Promise<ReviewStatus | undefined> {
      const rows = await query(tx, { before: textOf<ReviewStatus>() })(
        `with moved as (
           update reviews set status = ?, moderated_at = ?, updated_at = ? where id = ? and status <> ?
           returning product_id, rating, old.status as before,
             (new.status = 'approved')::integer - (old.status = 'approved')::integer as delta
         ), rated as (
           update products p set rating_count = p.rating_count + moved.delta,
             rating_sum = p.rating_sum + moved.delta * moved.rating
           from moved where p.id = moved.product_id and moved.delta <> 0
         )
         select before from moved`,
        [status, now, now, id, status],
      );
      return rows[0]?.before;
    },
  };
}
