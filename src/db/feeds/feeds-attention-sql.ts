import type { AttentionKind } from '#db/kernel/attention-kind.js';
import type { Permission } from '#domain/_shared/permission.js';
import { registeredFeeds } from '#domain/feeds/registered-feeds.js';

function kindsOf(
  feed: string,
  kind: string,
  name: string,
  path: string,
  permission: Permission,
): AttentionKind[] {
  return [
    {
      kind: `${kind}Paused`,
      title: `The ${name} is paused`,
      remedy: 'Correct what the reason names, then connect the feed again or resume it.',
      failed: true,
      permission,
      link: `${path}/status`,
      sql: `select c.feed as id, c.pause_reason as title, c.pause_message as reason, c.updated_at as at, '${path}/status' as link
            from feeds_connections c where c.feed = '${feed}' and c.pause_reason is not null order by c.updated_at desc`,
    },
    {
      kind: `${kind}Items`,
      title: `Items that the ${name} refuses`,
      remedy: 'Correct the product as the reason says: it is sent again by itself.',
      failed: true,
      permission,
      link: `${path}/items?status=failed`,
      sql: `select i.variant_id::text as id, coalesce(p.title, i.remote_id, 'Variant') as title, i.last_error as reason, i.updated_at as at,
              '${path}/items?status=failed' as link
            from feeds_items i join feeds_connections c on c.feed = i.feed and c.started_target = i.target
            left join products_variants v on v.id = i.variant_id left join products p on p.id = v.product_id
            where i.feed = '${feed}' and i.status = 'failed' order by i.updated_at desc`,
    },
  ];
}

export const feedsAttention: readonly AttentionKind[] = registeredFeeds.flatMap(
  ({ id, title, path, permissions: { view } }) => kindsOf(id, view.replace(':view', ''), title, path, view),
);
