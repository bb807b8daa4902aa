import { z } from 'zod';
import { Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';

const profileSchema = z
  .object({
    name: z.string(),
    logoUrl: z.string().nullable().meta({ description: 'A storage key or a URL' }),
    accentColor: z.string().meta({ example: '#0f5c4d' }),
    accentTextColor: z.string().meta({ example: '#ffffff' }),
    currency: z.string().meta({ description: 'ISO 4217, of all amounts', example: 'INR' }),
    timeZone: z.string().meta({ example: 'Asia/Kolkata' }),
    pricesIncludeTax: z.boolean().meta({ description: 'Otherwise taxes are added at checkout' }),
  })
  .meta({ id: 'StoreProfile' });
export type StoreProfile = z.input<typeof profileSchema>;

export const storeProfileRoutes = routes('settings', [
  route({
    method: 'get',
    path: '/store/profile',
    summary: 'Get the name, face and currency of the store',
    description: 'What a storefront needs to know before it shows its first price.',
    auth: 'public',
    response: profileSchema,
    handler: async ({ services }) =>
      new Reply(services.storeProfile.read(), {
        headers: { 'Cache-Control': 'public, max-age=60, stale-while-revalidate=600' },
      }),
  }),
]);
