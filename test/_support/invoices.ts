import { eventually } from './eventually.js';
import type { HttpClient } from './http-client.js';
import { data } from './shop.js';

/**
 * Asks for the invoices of an order as its client does, who is told to come again when a busy engine did not respond in
 * time.
 */
export async function askForInvoices(admin: HttpClient, orderId: string): Promise<void> {
  await eventually(async () => data(await admin.post(`/admin/orders/${orderId}/invoice/generate`)));
}
