import { integer, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { deleteBatch } from '#db/kernel/delete-batch.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { DiscountCode } from '#domain/discounts/discount-code.js';

/** A code for one recipient. */
export interface MadeCode {
  code: string;
  discountId: string;
  givenTo: string;
  expiresAt: Date;
}

/** Codes that were made in bulk or for one recipient: each is used by one order, by a conditional update. */
export function createDiscountCodesRepository() {
  const codes = (reader: Reader, discountId: string) =>
    reader('discounts_codes as c')
      .leftJoin('orders as o', 'o.id', 'c.orderId')
      .where('c.discountId', discountId);
  return {
    /** Those that no discount has yet. @returns how many were written */
    async insert(tx: Tx, discountId: string, given: readonly string[], at: Date): Promise<number> {
      const rows = await query(tx, { written: integer })(
        `with written as (
           insert into discounts_codes (code, discount_id, created_at)
           select g.code, ?, ? from unnest(?::text[]) as g (code)
           where not exists (select from discounts d where d.code = g.code and d.deleted_at is null)
           on conflict (code) do nothing returning 1
         ) select count(*)::integer as written from written`,
        [discountId, at, [...given]],
      );
      return rows[0]?.written ?? 0;
    },

    async count(reader: Reader, discountId: string): Promise<number> {
      const row = await reader('discounts_codes')
        .where({ discountId })
        .whereNull('expiresAt')
        .count({ n: '*' })
        .first();
      return Number(row?.n ?? 0);
    },

    /**
     * Makes a code for each recipient, which expires; a recipient who has one of the discount keeps it. A code that is taken is
     * left out.
     * @returns codes by recipient
     */
    async make(tx: Tx, made: readonly MadeCode[], at: Date): Promise<Map<string, string>> {
      if (made.length === 0) return new Map();
      const rows = await query(tx, { givenTo: text, code: text })(
        `insert into discounts_codes (code, discount_id, given_to, expires_at, created_at)
         select g.code, g."discountId", g."givenTo", g."expiresAt", ?
         from jsonb_to_recordset(?::jsonb) as g(code text, "discountId" uuid, "givenTo" uuid, "expiresAt" timestamptz)
         where not exists (select from discounts d where d.code = g.code and d.deleted_at is null)
         on conflict do nothing returning given_to, code`,
        [at, JSON.stringify(made)],
      );
      return new Map(rows.map(({ givenTo, code }) => [givenTo, code]));
    },

    /** Deletes some codes that expired before an instant and that no order uses. To be repeated until it returns 0. */
    deleteExpired(tx: Tx, before: Date): Promise<number> {
      return deleteBatch(tx, 'discounts_codes', 'r.expires_at < ? and r.order_id is null', [before]);
    },

    list(knex: Knex, discountId: string, query: ListQuery): Promise<Page<DiscountCode>> {
      const rows = knex.raw(
        `(select k.code, k.created_at, o.order_number, k.order_id is not null as used
          from discounts_codes k left join orders o on o.id = k.order_id where k.discount_id = ?) as c`,
        [discountId],
      );
      const base = knex.from(rows as never) as unknown as Knex.QueryBuilder;
      return listPage<DiscountCode>({
        base,
        query,
        idColumn: 'c.code',
        searchColumns: ['c.code'],
        select: ['c.code', 'c.createdAt', 'c.orderNumber'],
        columns: { used: 'c.used', createdAt: 'c.created_at' },
      });
    },

    /** The next codes in their order, for a file. */
    async after(reader: Reader, discountId: string, after: string, limit: number): Promise<DiscountCode[]> {
      return (await codes(reader, discountId)
        .where('c.code', '>', after)
        .orderBy('c.code')
        .limit(limit)
        .select('c.code', 'c.createdAt', 'o.orderNumber')) as DiscountCode[];
    },

    /**
     * Gives an order the codes that it was placed with.
     * @param at when it is placed; null for one that is reinstated, whose codes may have expired meanwhile
     * @returns those that another order has, that have expired, or that no longer exist
     */
    async take(tx: Tx, orderId: string, entered: readonly string[], at: Date | null): Promise<string[]> {
      const wanted = [...entered].sort();
      const rows = await query(tx, { code: text })(
        `with held as materialized (
           select code from discounts_codes where code = any(?::text[]) and (order_id is null or order_id = ?)
             and coalesce(expires_at > ?::timestamptz, true) order by code for update
         )
         update discounts_codes c set order_id = ? from held where held.code = c.code returning c.code`,
        [wanted, orderId, at, orderId],
      );
      const taken = new Set(rows.map(({ code }) => code));
      return wanted.filter((code) => !taken.has(code));
    },

    async release(tx: Tx, orderId: string): Promise<void> {
      await tx('discounts_codes').where({ orderId }).update({ orderId: null });
    },

    /**
     * Gives each recipient a separate code; a recipient who has one keeps it. Two campaigns that give codes of one discount
     * wait for each other, so that no code is given twice.
     * @returns codes by recipient; those for whom none is left are missing
     */
    async give(tx: Tx, discountId: string, recipients: readonly string[]): Promise<Map<string, string>> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('discounts.give ' || ?, 0))`, [discountId]);
      const given = await heldCodes(tx, discountId, recipients);
      let without = recipients.filter((id) => !given.has(id));
      // A code that an order takes meanwhile leaves the next round to find another.
      while (without.length > 0) {
        const rows = await query(tx, { givenTo: text, code: text })(
          `with free as materialized (
             select code from discounts_codes
             where discount_id = ? and order_id is null and given_to is null order by code limit ? for update
           ), numbered as (
             select code, row_number() over (order by code) as n from free
           )
           update discounts_codes c set given_to = r.id
           from numbered join unnest(?::uuid[]) with ordinality as r (id, n) on r.n = numbered.n
           where c.code = numbered.code returning c.given_to, c.code`,
          [discountId, without.length, [...without]],
        );
        if (rows.length === 0) break;
        for (const { givenTo, code } of rows) given.set(givenTo, code);
        without = without.filter((id) => !given.has(id));
      }
      return given;
    },

    /** Which of these codes were made in bulk. */
    async known(tx: Tx, given: readonly string[]): Promise<string[]> {
      return await tx('discounts_codes')
        .whereIn('code', [...given])
        .pluck('code');
    },
  };
}

async function heldCodes(
  reader: Reader,
  discountId: string,
  recipients: readonly string[],
): Promise<Map<string, string>> {
  const rows = (await reader('discounts_codes')
    .where({ discountId })
    .whereIn('givenTo', [...recipients])
    .select('givenTo', 'code')) as { givenTo: string; code: string }[];
  return new Map(rows.map(({ givenTo, code }) => [givenTo, code]));
}
