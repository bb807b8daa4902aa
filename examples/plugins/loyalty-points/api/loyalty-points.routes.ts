import { routeOf, routes, z } from 'haat/plugin';
import { loyaltyPointsErrors } from '../domain/loyalty-points.errors.js';
import type { LoyaltyPointsService } from './loyalty-points.service.js';

const route = routeOf<{ loyaltyPoints: LoyaltyPointsService }>();

export const loyaltyPointsRoutes = routes('loyalty-points', [
  route({
    method: 'get',
    path: '/store/loyalty-points',
    summary: 'Get the points of the signed-in buyer',
    auth: 'customer',
    response: z.object({ available: z.int(), pending: z.int() }),
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
]);
