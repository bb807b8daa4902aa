import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const mailAttention: readonly AttentionKind[] = [
  {
    kind: 'unclearMails',
    title: 'Mails of unclear fate',
    remedy: 'Find out whether they arrived, and send again what did not.',
    failed: true,
    permission: 'mailDelivery:view',
    link: '/admin/email/deliveries?state=unclear',
    sql: `select m.id::text, m.template as title, m.last_error as reason, m.updated_at as at,
            '/admin/email/deliveries/' || m.id as link
          from mail_messages m where m.state = 'unclear' order by m.id desc`,
  },
];
