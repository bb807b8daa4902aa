import type { Knex } from '#db/kernel/knex.js';
import type { GstTreatment } from '#domain/tax/gst-rate.js';
import type { HsnRate } from '#domain/tax/hsn-rate.js';
import { hsnRateSql, TAX_DAY } from './gst-sql.js';

export interface HsnCodeState {
  /** What the table says today; null where it says nothing. */
  gst: GstTreatment | null;
  /** The row that says so. */
  row: Pick<HsnRate, 'hsnPrefix' | 'description' | 'source'> | null;
  listed: boolean;
}

/** What is known of an HSN code today. */
export async function readHsnCodeState(knex: Knex, hsnCode: string): Promise<HsnCodeState> {
  const digits = `regexp_replace(asked.code, '[^0-9]', '', 'g')`;
  const { rows } = await knex.raw<{ rows: HsnCodeState[] }>(
    `select ${hsnRateSql('asked.code')} as gst,
       (select jsonb_build_object('hsnPrefix', h.hsn_prefix, 'description', h.description, 'source', h.source) from tax_rates h
        where starts_with(${digits}, h.hsn_prefix) and h.valid_from <= ${TAX_DAY} and (h.valid_until is null or h.valid_until >= ${TAX_DAY})
        order by length(h.hsn_prefix) desc limit 1) as row,
       exists (select from tax_hsn_codes c where c.code = asked.code) as listed
     from (select ?::text as code) asked`,
    [hsnCode],
  );
  return rows[0] ?? { gst: null, row: null, listed: false };
}
