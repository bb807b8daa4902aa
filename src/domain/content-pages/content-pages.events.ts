import { defineEvent } from '#domain/_shared/event.js';

export type ContentPageChange = 'created' | 'updated' | 'deleted' | 'restored';

export const contentPageChanged = defineEvent<{ change: ContentPageChange; slug: string }>(
  'content.page.changed',
  'contentPage',
  'A content page was created, changed, deleted or restored',
);
