import { BUSINESS, ORDERS_OF_USER, type PersonalData } from '#db/kernel/personal-data.js';

const TAX_PAPERS =
  'tax papers are kept eight years: 72 months from the annual return of their year, section 36 CGST';

export const invoicesPersonalData: PersonalData = {
  tables: [
    {
      table: 'invoices',
      text: 'Invoices',
      rows: `r.order_id in ${ORDERS_OF_USER}`,
      key: ['id'],
      file: ['order_id', 'status', 'financial_year', 'sequence', 'prefix', 'snapshot', 'issued_at'],
      erasure: { kind: 'keep', kept: TAX_PAPERS },
    },
    {
      table: 'invoices_credit_notes',
      text: 'Credit notes',
      rows: `r.order_id in ${ORDERS_OF_USER}`,
      key: ['id'],
      file: ['order_id', 'cause', 'financial_year', 'sequence', 'prefix', 'amount', 'snapshot', 'issued_at'],
      erasure: { kind: 'keep', kept: TAX_PAPERS },
    },
    {
      table: 'invoices_challans',
      text: 'Delivery challans',
      rows: `r.order_id in ${ORDERS_OF_USER}`,
      key: ['id'],
      file: ['order_id', 'financial_year', 'sequence', 'prefix', 'snapshot', 'issued_at'],
      erasure: { kind: 'keep', kept: TAX_PAPERS },
    },
  ],
  none: { invoices_commission: BUSINESS },
};
