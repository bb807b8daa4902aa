import { defineEvent } from '#domain/_shared/event.js';

export interface DynamicLinkChange {
  what: 'group' | 'link';
  change: 'created' | 'updated' | 'deleted' | 'reordered';
  /** Of a link. */
  linkId?: string;
}

export const dynamicLinkChanged = defineEvent<DynamicLinkChange>(
  'dynamic-link.changed',
  'dynamicLinkGroup',
  'A group of links, or one of its links, was created, changed, reordered or deleted',
);
