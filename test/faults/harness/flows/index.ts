import type { Flow } from '../flow.js';
import { createImportsFlow } from './imports.flow.js';
import { createInvoicesFlow } from './invoices.flow.js';
import { createLatePaymentsFlow } from './late-payments.flow.js';
import { createMailsFlow } from './mails.flow.js';
import { createOrdersFlow } from './orders.flow.js';
import { createStockFlow } from './stock.flow.js';

/** What is done while the platform is hurt. A feature adds its flow here, with what has to hold after it. */
export const flows: readonly (() => Flow)[] = [
  createOrdersFlow,
  createLatePaymentsFlow,
  createInvoicesFlow,
  createImportsFlow,
  createStockFlow,
  createMailsFlow,
];
