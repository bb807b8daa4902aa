import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';

const part = z.enum(['up', 'down']);

const readinessSchema = z
  .object({
    status: z.enum(['ready', 'degraded', 'unavailable']),
    parts: z.object({ database: part, engine: part, search: part }),
  })
  .meta({ id: 'Readiness' });

/** For load balancers and supervisors, in the plain form they expect. */
export const healthRoutes = routes('health', [
  route({
    method: 'get',
    path: '/health/live',
    summary: 'Check that the process is alive',
    auth: 'public',
    kind: 'page',
    contentType: 'application/json',
    response: z.object({ status: z.literal('live') }),
    handler: async ({ response }) => {
      response.json({ status: 'live' });
    },
  }),
  route({
    method: 'get',
    path: '/health/ready',
    summary: 'Check that requests can be served, by dependency',
    description:
      '503 while the database is down. `degraded` while only the workflow engine or the search engine is.',
    auth: 'public',
    kind: 'page',
    contentType: 'application/json',
    response: readinessSchema,
    otherResponses: { 503: readinessSchema },
    handler: async ({ services, response }) => {
      const readiness = await services.health.ready();
      response.status(readiness.status === 'unavailable' ? 503 : 200).json(readiness);
    },
  }),
]);
