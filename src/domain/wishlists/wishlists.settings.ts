import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';

export const wishlistsSettings = {
  topic: setting('admin', 'email.wishlist_topic', {
    schema: z.union([z.literal(''), z.uuid().toLowerCase()]),
    default: '',
    description:
      'Id of a separate campaign topic, under which customers get mails about price drops and returned stock of wishlist items; empty for no such mails',
  }),
} as const;
