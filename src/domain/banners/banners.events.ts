import { defineEvent } from '#domain/_shared/event.js';
import type { BannerEntityType } from './banner.js';

interface BannerEvent {
  entityType: BannerEntityType;
  entityId: string;
}

export const bannersEvents = {
  created: defineEvent<BannerEvent>('banner.created', 'banner', 'A banner was created'),
  updated: defineEvent<BannerEvent>('banner.updated', 'banner', 'A banner was changed or restored'),
  deleted: defineEvent<BannerEvent>('banner.deleted', 'banner', 'A banner was deleted'),
};
