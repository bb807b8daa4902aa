import { integer, jsonOf, nullable } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';

/** A stored value. `vendorId` is null outside of scope `vendor`; the value of a secret is its ciphertext. */
export interface StoredSetting {
  key: string;
  vendorId: string | null;
  value: unknown;
}

export function createSettingsRepository(knex: Knex) {
  return {
    /** Every stored value of the platform and the store, with the revision they belong to. */
    async loadShared(): Promise<{ revision: number; values: StoredSetting[] }> {
      const rows = await query(knex, {
        revision: integer,
        values: nullable(jsonOf<StoredSetting[]>()),
      })(`select revision, (select jsonb_agg(jsonb_build_object('key', key, 'value', value))
                           from settings_values where vendor_id is null) as values
         from settings_revision`);
      return { revision: rows[0]?.revision ?? 0, values: rows[0]?.values ?? [] };
    },

    async loadVendor(reader: Reader, vendorId: string): Promise<StoredSetting[]> {
      return reader('settings_values').where({ vendorId }).select('key', 'vendorId', 'value');
    },

    async revision(): Promise<number> {
      const row = await knex('settings_revision').first('revision');
      return row?.revision ?? 0;
    },

    /** Takes the one lock of settings, so that two writers see each other's values; call it before reading them. */
    async lockRevision(tx: Tx): Promise<number> {
      const rows = await tx('settings_revision')
        .update({ revision: tx.raw('revision + 1') })
        .returning('revision');
      return rows[0]?.revision ?? 0;
    },

    async currentValues(tx: Tx, vendorId: string | null): Promise<Map<string, unknown>> {
      const query = tx('settings_values').select('key', 'value');
      const rows = (await (vendorId
        ? query.where({ vendorId })
        : query.whereNull('vendorId'))) as StoredSetting[];
      return new Map(rows.map((row) => [row.key, row.value]));
    },

    async write(tx: Tx, vendorId: string | null, entries: { key: string; value: unknown }[]): Promise<void> {
      await tx.raw(
        `insert into settings_values (key, vendor_id, value, updated_at)
         -- a JSON null comes out of the record set as no value at all
         select key, ?::uuid, coalesce(value, 'null'), now() from jsonb_to_recordset(?::jsonb) as entry(key text, value jsonb)
         on conflict (key, vendor_id) do update set value = excluded.value, updated_at = excluded.updated_at`,
        [vendorId, JSON.stringify(entries)],
      );
    },
  };
}

export type SettingsRepository = ReturnType<typeof createSettingsRepository>;
