import { crudRepository, orderedRepository } from '#db/kernel/crud-repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { ContentGroup } from '#domain/_shared/content-group.js';
import type { DynamicLink } from '#domain/dynamic-links/dynamic-link.js';

/** Groups of links and their links. Rows are deleted for good; a group takes its links with it. */
export const createDynamicLinksRepository = (knex: Knex) => ({
  groups: crudRepository<ContentGroup>(knex, 'dynamic_links_groups'),
  links: orderedRepository<DynamicLink>(knex, 'dynamic_links'),
});
