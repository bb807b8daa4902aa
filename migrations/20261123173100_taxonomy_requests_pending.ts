import type { Knex } from 'knex';

export const config = { transaction: false };

const INDEX = 'taxonomy_requests_pending_slug';
/** A request that comes between the rejection of duplicates and the index makes it fail; then both are done again. */
const ATTEMPTS = 5;

/** One pending request for each vendor, taxonomy and slug. Of duplicates the oldest stays. */
export async function up(knex: Knex): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await knex.raw(`drop index concurrently if exists ${INDEX}`);
    await rejectDuplicates(knex);
    try {
      await knex.raw(
        `create unique index concurrently ${INDEX} on taxonomy_requests (vendor_id, taxonomy, slug)
         where status = 'pending'`,
      );
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '23505' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** With an audit entry each, as a rejection by an administrator has. */
async function rejectDuplicates(knex: Knex): Promise<void> {
  await knex.raw(`
    with ranked as (
      select id, row_number() over (partition by vendor_id, taxonomy, slug order by created_at, id) as place
      from taxonomy_requests where status = 'pending'
    ), rejected as (
      update taxonomy_requests request
      set status = 'rejected', rejection_reason = 'duplicate', rejected_at = now(), updated_at = now()
      from ranked where ranked.id = request.id and ranked.place > 1 and request.status = 'pending'
      returning request.id, request.vendor_id
    )
    insert into audit_entries (actor_type, actor_id, request_id, entity, entity_id, action, vendor_id, before, after)
    select 'system', 'migration', 'migration', 'catalogRequest', id::text, 'reject', vendor_id,
      '{"status": "pending"}', '{"status": "rejected", "rejectionReason": "duplicate", "resultingItemId": null}'
    from rejected`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index concurrently if exists ${INDEX}`);
}
