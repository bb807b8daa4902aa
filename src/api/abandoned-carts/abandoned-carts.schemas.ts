import { z } from 'zod';

export const restoreCartSchema = z
  .object({
    token: z.string().min(1).max(500).meta({ description: 'The `token` of the link in a reminder' }),
  })
  .meta({ id: 'RestoreCartRequest' });
