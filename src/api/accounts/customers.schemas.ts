import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantSchema, iso, moneySchema } from '#api/kernel/values.js';
import type { CustomerDetail, CustomerRow } from '#domain/accounts/customer.js';

export const customerListQuery = listQuerySchema({
  filters: { email: 'string', name: 'string', emailVerified: 'boolean', bannedAt: 'date', createdAt: 'date' },
  sort: ['createdAt', 'email', 'name'],
});

const summary = {
  id: idOf('user'),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  bannedAt: instantSchema.nullable(),
  createdAt: instantSchema,
  orderCount: z.int().meta({ description: 'Confirmed orders' }),
  lastOrderAt: instantSchema.nullable(),
};

export const customerSummarySchema = z.object(summary).meta({ id: 'CustomerSummary' });

export const customerSchema = z
  .object({
    ...summary,
    spent: z
      .array(z.object({ currency: z.string(), amount: moneySchema, refunded: moneySchema }))
      .meta({ description: 'Of confirmed orders that are not cancelled, refunds taken off; by currency' }),
    reviewCount: z.int(),
    mailCount: z.int().meta({ description: 'Mails to the address; 1,001 stands for more than 1,000' }),
    suppression: z
      .object({ reason: z.string(), since: instantSchema })
      .nullable()
      .meta({ description: 'Why no mails go to the address' }),
    recentOrders: z
      .array(
        z.object({
          id: idOf('order'),
          orderNumber: z.string(),
          status: z.string(),
          currency: z.string(),
          grandTotal: moneySchema,
          placedAt: instantSchema,
        }),
      )
      .max(10),
  })
  .meta({ id: 'Customer' });

export function customerSummaryResponse(row: CustomerRow): z.infer<typeof customerSummarySchema> {
  const { id, email, name, emailVerified, orderCount } = row;
  return {
    id,
    email,
    name,
    emailVerified,
    orderCount,
    bannedAt: iso(row.bannedAt),
    createdAt: iso(row.createdAt),
    lastOrderAt: iso(row.lastOrderAt),
  };
}

export function customerResponse(row: CustomerDetail): z.infer<typeof customerSchema> {
  const { spent, reviewCount, mailCount, suppression, recentOrders } = row;
  return { ...customerSummaryResponse(row), spent, reviewCount, mailCount, suppression, recentOrders };
}
