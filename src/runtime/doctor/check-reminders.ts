import { createTopicsRepository } from '#db/campaigns/topics.repository.js';
import { abandonedCartsSettings } from '#domain/abandoned-carts/abandoned-carts.settings.js';
import { storefrontUrl } from '#operations/settings/page-urls.js';
import type { Container } from '#runtime/container.js';
import { type Finding, findingOf } from './finding.js';

/** Reminders of carts that are turned on and cannot be sent: without a topic, or without the page that they link to. */
export async function checkReminders({ knex, settings }: Container): Promise<Finding[]> {
  const { topic } = abandonedCartsSettings;
  const id = settings.get(topic);
  if (id === '') return [];
  const found = await createTopicsRepository(knex).find(id);
  return [
    ...(found && !found.archivedAt
      ? []
      : findingOf([id], {
          check: 'reminders',
          problem: `No reminders of carts are sent: \`${topic.name}\` is not a topic of campaigns`,
          command: 'PATCH /admin/settings/admin, with the id of a topic or an empty text',
          fixable: false,
        })),
    ...(storefrontUrl(settings) !== ''
      ? []
      : findingOf(['storefront_urls.store_url'], {
          check: 'reminders',
          problem: 'No reminders of carts are sent: the storefront that they link to has no address',
          command: 'PATCH /admin/settings/store, with `storefront_urls.store_url`',
          fixable: false,
        })),
  ];
}
