import { z } from 'zod';
import { type Controls, createControls } from '../_shared/controls.js';
import { type Faults, faultShape, noFaults } from '../_shared/faults.js';

export interface WebhookControls extends Faults {
  /** The status of every response: 200, 410, 302, 500 … */
  status: number;
  /** The same, for one path alone. */
  statusOf: Record<string, number>;
  /** Paths that never respond. */
  hang: string[];
  /** `Retry-After` of responses, as it is sent; none when empty. */
  retryAfter: string;
  /** Where a redirect leads. */
  location: string;
  /** Bytes of the response's body. */
  responseBytes: number;
}

const status = z.number().int().min(200).max(599);

const schema: z.ZodType<Partial<WebhookControls>> = z
  .strictObject({
    ...faultShape,
    status,
    statusOf: z.record(z.string(), status),
    hang: z.array(z.string()).max(100),
    retryAfter: z.string().max(100),
    location: z.string().max(2_048),
    responseBytes: z.number().int().min(0).max(1_048_576),
  })
  .partial();

export function createWebhookControls(): Controls<WebhookControls> {
  const initial: WebhookControls = {
    ...noFaults,
    status: 200,
    statusOf: {},
    hang: [],
    retryAfter: '',
    location: '',
    responseBytes: 2,
  };
  return createControls(initial, schema);
}
