import { ORDERS_OF_USER, deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const mailPersonalData: PersonalData = {
  tables: [
    {
      table: 'mail_provider_events',
      text: 'What became of mails',
      rows: `r.message_id in (select m.id from mail_messages m where m.recipient = :email or m.order_id in ${ORDERS_OF_USER} union all select c.id from campaigns_recipients c where c.user_id = :userId)`,
      key: ['id'],
      file: ['type', 'address', 'reason', 'occurred_at'],
      erasure: deleted,
    },
    {
      table: 'mail_messages',
      text: 'Mails: who they went to, and what they said',
      rows: `r.recipient = :email or (r.order_id in ${ORDERS_OF_USER} and r.role = 'customer')`,
      key: ['id'],
      file: [
        'template',
        'recipient',
        'locale',
        'state',
        'order_id',
        'sent_at',
        'delivery_status',
        'created_at',
      ],
      erasure: deleted,
    },
    {
      table: 'mail_suppressions',
      text: 'Addresses that are not written to',
      rows: 'r.address = :email',
      key: ['address'],
      file: ['address', 'reason', 'source', 'created_at'],
      erasure: {
        kind: 'keep',
        kept: 'without it mails would go to an address again whose owner refused them, or where they bounce',
      },
    },
  ],
};
