import { z } from 'zod';

export const quickSearchQuery = z.object({
  q: z.string().trim().min(2).max(100).meta({
    description: 'The beginning of a number, name or id; an AWB, invoice serial or e-mail address',
    example: 'HT-26',
  }),
});

const itemSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    detail: z.string().nullable(),
    link: z
      .string()
      .meta({ description: 'Path of the operation that reads it; the console has a page at each' }),
  })
  .meta({ id: 'QuickSearchItem' });

export const quickSearchSchema = z.array(
  z
    .object({
      kind: z.enum(['orders', 'vendors', 'products', 'customers', 'jobs']),
      items: z.array(itemSchema).max(5),
    })
    .meta({ id: 'QuickSearchKind' }),
);
export type QuickSearchResponse = z.infer<typeof quickSearchSchema>;
