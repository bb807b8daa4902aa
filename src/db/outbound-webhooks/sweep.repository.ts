import { execute } from '#db/kernel/query.js';
import { deleteBatch } from '#db/kernel/delete-batch.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** Rows changed at once. */
const ROWS = 5_000;

/** What is deleted by the clock, some rows at a time; each returns how many, 0 when there is nothing left. */
export function createWebhooksSweepRepository() {
  async function change(tx: Tx, sql: string, bindings: readonly Knex.RawBinding[]): Promise<number> {
    return execute(tx, sql, [...bindings]);
  }

  return {
    /** A body that is still to be sent stays. */
    wipeBodies: (tx: Tx, before: Date) =>
      change(
        tx,
        `update outbound_webhooks_messages m set body = null where m.id in (
           select o.id from outbound_webhooks_messages o where o.body is not null and o.created_at < ?
             and not exists (select from outbound_webhooks_deliveries d where d.message_id = o.id and d.state in ('pending', 'held'))
           limit ?)`,
        [before, ROWS],
      ),

    wipeResponses: (tx: Tx, before: Date) =>
      change(
        tx,
        `update outbound_webhooks_attempts set response_headers = null, response_body = null where id in (
           select id from outbound_webhooks_attempts where response_headers is not null and at < ? limit ?)`,
        [before, ROWS],
      ),

    deleteDeliveries: (tx: Tx, before: Date) =>
      deleteBatch(tx, 'outbound_webhooks_deliveries', `r.created_at < ? and r.state <> 'pending'`, [before]),

    deleteOfDeletedEndpoints: (tx: Tx) =>
      deleteBatch(
        tx,
        'outbound_webhooks_deliveries',
        'r.endpoint_id in (select e.id from outbound_webhooks_endpoints e where e.deleted_at is not null)',
      ),

    deleteEndpoints: (tx: Tx) =>
      deleteBatch(
        tx,
        'outbound_webhooks_endpoints',
        `r.deleted_at is not null
         and not exists (select from outbound_webhooks_deliveries d where d.endpoint_id = r.id)`,
      ),

    deleteMessages: (tx: Tx, before: Date) =>
      deleteBatch(
        tx,
        'outbound_webhooks_messages',
        'r.created_at < ? and not exists (select from outbound_webhooks_deliveries d where d.message_id = r.id)',
        [before],
      ),
  };
}
