import { z } from 'zod';

/** Why something that was asked for is refused; whoever asked reads it. */
export const rejectionSchema = z
  .object({ reason: z.string().trim().min(1).max(1000) })
  .meta({ id: 'Rejection' });
