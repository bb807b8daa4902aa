import {
  idOf,
  instantSchema,
  iso,
  listQuerySchema,
  pageMetadataSchema,
  pageReply,
  routeOf,
  routes,
  z,
} from 'haat/plugin';
import { loyaltyPointsErrors } from '../domain/loyalty-points.errors.js';
import type { LoyaltyPointsService } from './loyalty-points.service.js';

const route = routeOf<{ loyaltyPoints: LoyaltyPointsService }>();

const balance = { available: z.int(), pending: z.int() };

const buyerPointsSchema = z
  .object({ userId: idOf('user'), email: z.string(), ...balance, movedAt: instantSchema })
  .meta({ id: 'BuyerPoints' });

export const loyaltyPointsRoutes = routes('loyalty-points', [
  route({
    method: 'get',
    path: '/store/loyalty-points',
    summary: 'Get the points of the signed-in buyer',
    auth: 'customer',
    response: z.object(balance),
    handler: ({ ctx, services }) => services.loyaltyPoints.balance(ctx),
  }),
  route({
    method: 'post',
    path: '/store/loyalty-points/coupons',
    summary: 'Create a coupon for points',
    auth: 'customer',
    rate: 'write',
    idempotent: true,
    success: 201,
    body: z.object({ points: z.int().min(1).max(1_000_000) }),
    response: z.object({ code: z.string(), value: z.int() }),
    errors: [loyaltyPointsErrors.tooFewPoints],
    handler: ({ ctx, services, body }) => services.loyaltyPoints.spend(ctx, body.points),
  }),
  route({
    method: 'get',
    path: '/admin/loyalty-points',
    summary: 'List the points of buyers',
    auth: 'admin',
    permission: 'loyaltyPoints:read',
    query: listQuerySchema({ sort: ['movedAt', 'available', 'email'] }),
    response: z.array(buyerPointsSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.loyaltyPoints.list(query), ({ movedAt, ...row }) => ({
        ...row,
        movedAt: iso(movedAt),
      })),
  }),
  route({
    method: 'get',
    path: '/admin/loyalty-points/:userId',
    summary: 'Get the points of a buyer',
    auth: 'admin',
    permission: 'loyaltyPoints:read',
    params: { userId: 'user' },
    response: z.object(balance),
    handler: ({ services, params }) => services.loyaltyPoints.balanceOf(params.userId),
  }),
]);
