import { defineFeature, z } from 'haat/plugin';

export const razorpayxFeature = defineFeature({
  slug: 'razorpayx',
  text: 'Payouts to the bank accounts of vendors by RazorpayX.',
  options: z.object({
    apiUrl: z.url().default('https://api.razorpay.com'),
    /** The payment sandbox, which stands in for RazorpayX under `/x`. */
    sandbox: z.object({ url: z.url(), secret: z.string() }).optional(),
  }),
});
