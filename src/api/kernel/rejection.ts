import { z } from 'zod';

/** Why a request is refused; its caller reads it. */
export const rejectionSchema = z
  .object({ reason: z.string().trim().min(1).max(1000) })
  .meta({ id: 'Rejection' });
