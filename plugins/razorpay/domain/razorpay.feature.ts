import { defineFeature, z } from 'haat/plugin';

export const razorpayFeature = defineFeature({
  slug: 'razorpay',
  text: 'Payments by Razorpay: UPI, cards, net banking and wallets.',
  options: z.object({
    apiUrl: z.url().default('https://api.razorpay.com'),
    /** The payment sandbox, a stand-in that speaks like the service; without it there is no pretend payment. */
    sandbox: z.object({ url: z.url(), secret: z.string() }).optional(),
  }),
});
