import { defineFeature } from '#domain/_shared/feature.js';

export const invoicesFeature = defineFeature({
  slug: 'invoices',
  text: 'GST invoices and credit notes: numbered, rendered, downloaded, by buyer, vendor and operator.',
  permissions: {
    'invoice:view': 'See, generate and download the invoices of any order',
    'invoice:regenerate': 'Render an issued invoice again',
  },
  entities: ['commissionInvoice', 'creditNote'],
  remedies: {
    renderInvoice: {
      text: 'Correct what the reason names, then request the invoice again: its number stays.',
      retry: {
        way: 'operation',
        operation: 'POST /admin/orders/:orderId/vendors/:orderVendorId/invoice/generate',
        permission: 'invoice:view',
      },
    },
  },
});
