import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';

const base64 = z.base64();

/** A payload in the JSON form of the engine's API. */
const payloadSchema = z.object({
  metadata: z.record(z.string(), base64).optional(),
  data: base64.optional(),
});
const payloadsSchema = z
  .object({ payloads: z.array(payloadSchema).max(1_000) })
  .meta({ id: 'EnginePayloads', outputId: 'EnginePayloadsResponse' });

const codec = {
  method: 'post',
  auth: 'admin',
  permission: 'job:read',
  body: payloadsSchema,
  bodyExample: { payloads: [] },
  bodyLimit: 8 * 1024 * 1024,
  // The web UI wants the payloads alone.
  kind: 'page',
  contentType: 'application/json',
  response: payloadsSchema,
} as const;

/** What the web UI asks, with the operator's session, to show encrypted payloads: its "codec server". */
export const engineRoutes = routes('engine', [
  route({
    ...codec,
    path: '/engine/codec/decode',
    summary: 'Decrypt workflow payloads for the web UI',
    handler: async ({ services, body, response }) => {
      response.json({ payloads: await services.engineCodec.decode(body.payloads) });
    },
  }),
  route({
    ...codec,
    path: '/engine/codec/encode',
    summary: 'Encrypt payloads that the web UI sends',
    handler: async ({ services, body, response }) => {
      response.json({ payloads: await services.engineCodec.encode(body.payloads) });
    },
  }),
]);
