import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { Request } from 'express';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type OrderPlatform, platforms } from '#domain/orders/order.js';

/**
 * What the buyer uses, from the header `x-platform`: `WEB` (also without the header) or `APP`.
 * @throws AppError VALIDATION_ERROR for anything else
 */
export function platformOf(request: Pick<Request, 'get'>): OrderPlatform {
  const sent = request.get('x-platform')?.trim().toUpperCase() || 'WEB';
  const platform = platforms.find((item) => item === sent);
  if (platform) return platform;
  const issue: FieldIssue = {
    path: 'header.x-platform',
    message: `must be ${platforms.join(' or ')}`,
    code: 'invalid_value',
  };
  throw platformErrors.validation({}, { errors: [issue] });
}
