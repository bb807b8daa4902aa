import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import { isAllowableScheme } from './link-url.js';

export const dynamicLinksSettings = {
  schemes: setting<string[]>('store', 'content.link_schemes', {
    schema: z
      .array(
        z
          .string()
          .refine(
            isAllowableScheme,
            'must be a scheme in lower case without its colon, and none that runs code',
          ),
      )
      .max(20),
    default: [],
    description:
      'Schemes that dynamic links may have besides https, http, mailto and tel; whatsapp, for instance',
  }),
} as const;
