import { defineEvent } from '#domain/_shared/event.js';

export type AttributeChange = 'created' | 'updated' | 'deleted' | 'restored';

/** One event for attributes and groups: copies of titles and values are read from the row again. */
export const attributeChanged = defineEvent<{ kind: 'attribute' | 'group'; change: AttributeChange }>(
  'catalog.attribute.changed',
  'productAttribute',
  'A product attribute or group was created, changed, deleted or restored',
);
