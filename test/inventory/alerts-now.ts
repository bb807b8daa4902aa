import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import { createStockAlerts } from '#activities/inventory/raise-stock-alerts.js';
import { createStockChangesHandler } from '#activities/inventory/stock-changes.js';
import { inventoryAlerts } from '#db/inventory/stock-alerts-tables.js';
import type { Container } from '#runtime/container.js';

export const control = { heartbeat: () => undefined, signal: new AbortController().signal, limit: 500 };

/** The pass of the drain, without an engine. @param batch back-in-stock requests that one transaction ends */
export function alertsPass(container: Container, batch?: number) {
  return createDerivedPass(container, 'stock-alerts', inventoryAlerts, createStockAlerts(container, batch));
}

/** Brings the events of stock to the drain, as the relay does. */
export async function deliverStockChanges(container: Container): Promise<void> {
  const handle = createStockChangesHandler(container);
  for (;;) {
    const due = await container.events.takeBatch('stock-alerts', 500);
    if (due.length === 0) return;
    const outcomes = await handle(due, control);
    await container.events.markDelivered(outcomes.map(({ id }) => id));
  }
}

/** Works off everything that stock alerts have to do, in this process. */
export async function alertsNow(container: Container): Promise<void> {
  await deliverStockChanges(container);
  const pass = alertsPass(container);
  while ((await pass(control)).taken > 0);
}
