import { ORDERS_OF_USER, type PersonalData } from '#db/kernel/personal-data.js';

export const paymentsPersonalData: PersonalData = {
  tables: [
    {
      table: 'payments',
      text: 'Payments',
      rows: `r.order_id in ${ORDERS_OF_USER}`,
      key: ['id'],
      file: [
        'order_id',
        'provider_id',
        'method',
        'amount',
        'currency',
        'status',
        'captured_at',
        'created_at',
      ],
      erasure: {
        kind: 'keep',
        kept: 'books of account are kept eight years, section 36 CGST; a payment names an order',
      },
    },
    {
      table: 'payments_refunds',
      text: 'Refunds',
      rows: `r.order_id in ${ORDERS_OF_USER}`,
      key: ['id'],
      file: ['order_id', 'amount', 'reason', 'status', 'created_at', 'processed_at'],
      erasure: {
        kind: 'keep',
        kept: 'books of account are kept eight years, section 36 CGST; a refund names an order',
      },
    },
  ],
  none: { payments_webhook_events: 'keeps ids, amounts and states of what a payment provider reported' },
};
