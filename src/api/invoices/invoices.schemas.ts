import { z } from 'zod';

const url = z.string().nullable();

/** What an invoice's status read returns. */
export const invoiceStatusSchema = z
  .object({
    status: z.enum(['ready', 'pending', 'failed', 'none']),
    invoiceNumber: z.string().nullable().meta({ example: 'INV-2627-000001' }),
    downloadUrl: url.meta({ description: 'Set when ready' }),
    streamUrl: url.meta({ description: 'Set when pending or failed' }),
    jobId: z.string().nullable().meta({ description: 'The workflow that renders it, while pending' }),
  })
  .meta({ id: 'InvoiceStatus' });
export type InvoiceStatusResponse = z.infer<typeof invoiceStatusSchema>;

/** What a request for an invoice returns. */
export const invoiceGenerationSchema = z
  .object({
    status: z.enum(['ready', 'pending']),
    jobId: z.string().nullable(),
    downloadUrl: url,
    streamUrl: url,
  })
  .meta({ id: 'InvoiceGeneration' });
export type InvoiceGenerationResponse = z.infer<typeof invoiceGenerationSchema>;

/** One frame of a readiness stream. */
export const invoiceFrameSchema = z
  .union([
    z.object({ status: z.literal('pending'), heartbeat: z.literal(true) }),
    z.object({ status: z.literal('ready'), downloadUrl: z.string() }),
    z.object({ status: z.literal('failed'), error: z.string() }),
  ])
  .meta({
    id: 'InvoiceFrame',
    description: 'The JSON of one `data:` line; `ready` and `failed` end the stream',
  });
