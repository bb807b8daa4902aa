import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';

const part = z.enum(['up', 'down']);
const searchPart = z.enum(['up', 'filling', 'down']);

const readinessSchema = z
  .object({
    status: z.enum(['ready', 'degraded', 'unavailable']),
    parts: z.object({ database: part, engine: part, search: searchPart, storage: part }),
    reasons: z.array(z.string()).meta({ description: 'What is wrong, with the command that helps' }),
    notices: z.array(z.string()).meta({ description: 'What to look at although everything works' }),
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
      '503 while the database is down. `degraded` while only the workflow engine, the search engine or the file storage is, ' +
      'or the engine does not hold the runs of this installation.',
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
