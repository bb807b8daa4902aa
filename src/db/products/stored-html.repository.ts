import { deleteBatch } from '#db/kernel/delete-batch.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';

export type HtmlKind = 'description' | 'tab';

export interface StoredHtml {
  id: string;
  productId: string;
  vendorId: string;
  html: string;
}

const sources = {
  description: {
    select: 'select id, id as product_id, vendor_id, description as html from products r',
    text: 'r.description',
    update: 'update products set description = ?, updated_at = now() where id = ? and description = ?',
  },
  tab: {
    select: `select r.id, r.product_id, p.vendor_id, r.body as html
      from products_tabs r join products p on p.id = r.product_id`,
    text: 'r.body',
    update: 'update products_tabs set body = ?, updated_at = now() where id = ? and body = ?',
  },
} as const;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** HTML that was stored before it was cleaned on its way in. */
export function createStoredHtmlRepository() {
  return {
    /** Some texts with a tag in them that were written since the last complete check, deleted rows included, by id. */
    async readSome(
      reader: Reader,
      kind: HtmlKind,
      after: string | null,
      limit: number,
    ): Promise<StoredHtml[]> {
      const { select, text } = sources[kind];
      const { rows } = await reader.raw<{ rows: StoredHtml[] }>(
        `${select} where r.id > ? and position('<' in ${text}) > 0
           and r.updated_at >= coalesce((select checked_before from products_html_watermarks where kind = ?), '-infinity')
         order by r.id limit ?`,
        [after ?? NO_ID, kind, limit],
      );
      return rows;
    },

    /** Replaces a text by its clean form and keeps the original; false when somebody has changed it meanwhile. */
    async replace(
      tx: Tx,
      kind: HtmlKind,
      { id, productId, html }: StoredHtml,
      clean: string,
    ): Promise<boolean> {
      const { rowCount } = await tx.raw<{ rowCount: number }>(sources[kind].update, [clean, id, html]);
      if (rowCount === 0) return false;
      await tx('products_html_originals').insert({ kind, rowId: id, productId, original: html });
      return true;
    },

    /** Everything written before that instant is known to be clean. */
    async checked(tx: Tx, kind: HtmlKind, before: Date): Promise<void> {
      await tx('products_html_watermarks')
        .insert({ kind, checkedBefore: before })
        .onConflict('kind')
        .merge(['checkedBefore']);
    },

    /** Deletes some originals stored before `olderThan`. Returns how many. */
    sweepOriginals(tx: Tx, olderThan: Date): Promise<number> {
      return deleteBatch(tx, 'products_html_originals', 'r.cleaned_at < ?', [olderThan]);
    },
  };
}
