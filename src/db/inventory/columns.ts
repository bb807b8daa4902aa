import { derivedColumns } from '#db/kernel/columns.js';
import { boolean, instant, integer, jsonOf, nullable, text, textOf, uuid } from '#domain/_shared/columns.js';
import type { Actor } from '#domain/_shared/context.js';

/** The columns of the tables of this feature. */
export const inventoryTables = {
  inventory_alerts: {
    variantId: uuid,
    low: boolean,
    waitingReported: integer,
    alerts: integer,
    ...derivedColumns,
  },
  inventory_back_in_stock_requests: {
    id: uuid,
    variantId: uuid,
    address: text,
    state: textOf<'open' | 'notified' | 'skipped' | 'stopped' | 'expired'>(),
    createdAt: instant,
    expiresAt: instant,
    endedAt: nullable(instant),
  },
  inventory_levels: {
    variantId: uuid,
    vendorId: uuid,
    onHand: integer,
    reserved: integer,
    trackInventory: boolean,
    allowBackorder: boolean,
    lowStockThreshold: nullable(integer),
    updatedAt: instant,
  },
  inventory_movements: {
    id: uuid,
    variantId: uuid,
    vendorId: uuid,
    onHandDelta: integer,
    reservedDelta: integer,
    reason: text,
    referenceId: nullable(uuid),
    actor: jsonOf<Actor>(),
    reservationId: nullable(uuid),
    createdAt: instant,
  },
};
