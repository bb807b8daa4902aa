import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const eventsAttention: readonly AttentionKind[] = [
  {
    kind: 'parkedDeliveries',
    title: 'Parked event deliveries',
    remedy:
      'Correct the cause and retry them, or drop them; later events of the same entity wait behind them.',
    failed: true,
    permission: 'job:read',
    link: '/admin/event-deliveries?filters[]=state:eq:parked',
    sql: `select d.id::text, d.subscription as title, d.last_error as reason, d.next_attempt_at as at,
            '/admin/event-deliveries?filters[]=state:eq:parked' as link
          from outbox_deliveries d where d.state = 'parked' order by d.id desc`,
  },
];
