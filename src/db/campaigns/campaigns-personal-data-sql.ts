import { ACTED, deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const campaignsPersonalData: PersonalData = {
  tables: [
    {
      table: 'campaigns_clicks',
      text: 'Links of newsletters that were followed',
      rows: 'r.recipient_id in (select c.id from campaigns_recipients c where c.user_id = :userId)',
      key: ['recipient_id', 'key'],
      file: ['broadcast_id', 'key', 'clicks', 'first_at', 'last_at'],
      erasure: {
        kind: 'keep',
        kept: 'figures of a newsletter; the recipient is blanked, so that they belong to nobody',
      },
    },
    {
      table: 'campaigns_recipients',
      text: 'Newsletters that were sent',
      rows: 'r.user_id = :userId',
      key: ['id'],
      file: ['broadcast_id', 'address', 'name', 'state', 'delivery_status', 'sent_at', 'unsubscribed_at'],
      erasure: {
        kind: 'blank',
        set: { user_id: 'null', address: 'null', name: "''" },
        kept: 'figures of a newsletter, without the person',
      },
    },
    {
      table: 'campaigns_consents',
      text: 'Consents to newsletters',
      rows: 'r.address = :email',
      key: ['address', 'topic_id'],
      file: ['address', 'topic_id', 'subscribed', 'source', 'changed_at'],
      erasure: deleted,
    },
  ],
  none: { campaigns_broadcasts: ACTED },
};
