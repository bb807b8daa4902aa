import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { namesOf } from '#domain/_shared/columns.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import {
  type DisabledReason,
  type Endpoint,
  endpointColumns,
  type EndpointOwner,
} from '#domain/outbound-webhooks/endpoint.js';

/** With what is encrypted, for the operations that need it. */
export interface EndpointSecrets {
  headersEncrypted: string | null;
  secretEncrypted: string;
  previousSecretEncrypted: string | null;
}

export type EndpointRow = Endpoint & EndpointSecrets;
/** With the events that wait until it is enabled, and since when the oldest due delivery waits. */
export type ListedEndpoint = EndpointRow & { held: number; oldestDueAt: Date | null };

const TABLE = 'outbound_webhooks_endpoints';
const columns = [
  ...namesOf(endpointColumns),
  ...(['headersEncrypted', 'secretEncrypted', 'previousSecretEncrypted'] as const),
];

export function createEndpointsRepository(knex: Knex) {
  const own = (reader: Reader, { vendorId }: EndpointOwner) =>
    reader(TABLE).where({ vendorId }).whereNull('deletedAt');
  const listed = () => [
    ...columns,
    knex.raw(
      `(select count(*)::integer from outbound_webhooks_deliveries d
        where d.endpoint_id = ${TABLE}.id and d.state = 'held') as held`,
    ),
    knex.raw(
      `(select min(d.next_attempt_at) from outbound_webhooks_deliveries d where d.endpoint_id = ${TABLE}.id
        and d.state = 'pending' and d.next_attempt_at <= now()) as oldest_due_at`,
    ),
  ];

  return {
    list: (owner: EndpointOwner, query: ListQuery): Promise<Page<ListedEndpoint>> =>
      listPage<ListedEndpoint>({
        base: own(knex, owner),
        query,
        idColumn: 'id',
        select: listed(),
        columns: { state: 'state', createdAt: 'createdAt', url: 'url' },
        searchColumns: ['url', 'description'],
      }),

    async find(reader: Reader, owner: EndpointOwner, id: string): Promise<ListedEndpoint | undefined> {
      return (await own(reader, owner).where({ id }).first(listed())) as ListedEndpoint | undefined;
    },

    /** The row of an owner, locked until the transaction ends. */
    async lock(tx: Tx, owner: EndpointOwner, id: string): Promise<EndpointRow | undefined> {
      return (await own(tx, owner).where({ id }).forUpdate().first(columns)) as EndpointRow | undefined;
    },

    /** The row of any owner, for what its deliveries have shown. */
    async lockAny(tx: Tx, id: string): Promise<EndpointRow | undefined> {
      return (await tx(TABLE).where({ id }).whereNull('deletedAt').forUpdate().first(columns)) as
        | EndpointRow
        | undefined;
    },

    /** How many an owner has. The lock, until the transaction ends, makes requests at once count each other. */
    async count(tx: Tx, { vendorId }: EndpointOwner): Promise<number> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('outbound-webhooks:' || ?, 0))`, [
        vendorId ?? 'platform',
      ]);
      const [row] = (await own(tx, { vendorId }).count({ n: '*' })) as { n: number }[];
      return row?.n ?? 0;
    },

    async insert(tx: Tx, fields: Partial<EndpointRow>): Promise<EndpointRow> {
      return expectRow((await tx(TABLE).insert(fields).returning(columns)) as EndpointRow[]);
    },

    async update(tx: Tx, id: string, fields: Partial<EndpointRow>): Promise<EndpointRow> {
      return expectRow((await tx(TABLE).where({ id }).update(fields).returning(columns)) as EndpointRow[]);
    },

    async markDeleted(tx: Tx, id: string, now: Date): Promise<void> {
      await tx(TABLE).where({ id }).update({ deletedAt: now, updatedAt: now });
    },

    /** Disables an endpoint and holds what was still to be sent. @returns false where it was disabled already */
    async disable(tx: Tx, id: string, reason: DisabledReason, now: Date): Promise<boolean> {
      const changed = await tx(TABLE)
        .where({ id, state: 'enabled' })
        .update({ state: 'disabled', disabledReason: reason, disabledAt: now, updatedAt: now });
      if (changed === 0) return false;
      await tx('outbound_webhooks_deliveries')
        .where({ endpointId: id, state: 'pending' })
        .update({ state: 'held' });
      return true;
    },

    /** How many are disabled because of failures, for metrics. */
    async countDisabled(): Promise<number> {
      const [row] = (await knex(TABLE)
        .where({ state: 'disabled' })
        .whereNull('deletedAt')
        .count({ n: '*' })) as { n: number }[];
      return row?.n ?? 0;
    },
  };
}

export type EndpointsRepository = ReturnType<typeof createEndpointsRepository>;
