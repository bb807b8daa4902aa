import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderEntity, PaymentEntity, RefundEntity } from '../../../../sandboxes/payments/entities.js';

/** What the payment gateway has on its books: the truth about money. */
export interface GatewayBooks {
  payments: PaymentEntity[];
  refunds: RefundEntity[];
  /** Our order number by the gateway's order. */
  orderNumberOf(gatewayOrderId: string): string | undefined;
}

/** Reads the gateway's journal; the last line of an entity is what it is now. */
export function readGatewayBooks(folder: string): GatewayBooks {
  const file = join(folder, 'payments.jsonl');
  const entities = new Map<string, OrderEntity | PaymentEntity | RefundEntity>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of lines) {
    const entry = JSON.parse(line) as OrderEntity | PaymentEntity | RefundEntity | { key: string };
    if ('entity' in entry) entities.set(entry.id, entry);
  }
  const all = [...entities.values()];
  return {
    payments: all.filter((item) => item.entity === 'payment'),
    refunds: all.filter((item) => item.entity === 'refund'),
    orderNumberOf(id) {
      const order = entities.get(id);
      if (order?.entity !== 'order' || Array.isArray(order.notes)) return undefined;
      return order.notes['order_number'];
    },
  };
}
