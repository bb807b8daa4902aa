import { defineFeature, z } from 'haat/plugin';

export const stripeFeature = defineFeature({
  slug: 'stripe',
  text: 'Card payments by Stripe.',
  options: z.object({
    apiUrl: z.url().default('https://api.stripe.com'),
    /** Files of evidence go to a separate host. */
    filesUrl: z.url().default('https://files.stripe.com'),
  }),
});
