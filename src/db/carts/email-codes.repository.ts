import { boolean } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** Wrong tries after which a code is of no use any more. */
const MAX_ATTEMPTS = 5;
const VALID_MINUTES = 15;

/** Codes that prove the e-mail address of a cart. */
export function createEmailCodesRepository() {
  return {
    /** Codes sent to an address in the last hour; requests for one address wait for each other. */
    async countRecent(tx: Tx, email: string): Promise<number> {
      await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`email code ${email}`]);
      await tx('carts_email_codes').where({ email }).whereRaw(`sent_at < now() - interval '1 day'`).delete();
      const [row] = await tx('carts_email_codes')
        .where({ email })
        .whereRaw(`sent_at > now() - interval '1 hour'`)
        .count({ n: '*' });
      return Number(row?.n ?? 0);
    },

    /** The newest code of a cart is the one that counts. */
    async insert(
      tx: Tx,
      code: { id: string; cartId: string; email: string; codeHash: string },
    ): Promise<void> {
      await tx('carts_email_codes').insert(code);
    },

    /** Counts a try against the newest code of the cart; whether it was right, and still valid. */
    async tryCode(tx: Tx, cartId: string, email: string, codeHash: string): Promise<boolean> {
      const rows = await query(tx, { right: boolean })(
        `update carts_email_codes set attempts = attempts + 1
         where id = (select id from carts_email_codes where cart_id = ? order by sent_at desc, id desc limit 1)
         returning code_hash = ? and email = ? and attempts <= ${MAX_ATTEMPTS}
           and sent_at > now() - interval '${VALID_MINUTES} minutes' as right`,
        [cartId, codeHash, email],
      );
      return rows[0]?.right ?? false;
    },
  };
}
