import { ORDERS_OF_USER, type PersonalData } from '#db/kernel/personal-data.js';

export const returnsPersonalData: PersonalData = {
  tables: [
    {
      table: 'returns_requests',
      text: 'Returns',
      rows: `r.order_id in ${ORDERS_OF_USER}`,
      key: ['id'],
      file: ['order_id', 'status', 'reason', 'note', 'refund_to', 'created_at'],
      erasure: {
        kind: 'blank',
        set: { note: 'null' },
        kept: 'a return is the reason of a credit note, eight years, section 36 CGST; what the buyer wrote is blanked',
      },
    },
  ],
};
