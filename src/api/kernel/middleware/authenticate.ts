import type { RequestHandler, Response } from 'express';
import type { Authenticator, Principal } from '#api/kernel/principal.js';
import { isRefusedWhileSuspended, type Route, takesApiKeys } from '#api/kernel/route.js';
import type { Actor } from '#domain/_shared/context.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { vendorsErrors } from '#domain/vendors/vendors.errors.js';
import { coversVendorRole } from '#domain/vendors/vendor-role.js';
import { requestScope } from '#lib/request-scope.js';

/** The principal that `authenticate` put there; null on public routes without a session. */
export function principalOf(response: Response): Principal | null {
  return (response.locals['principal'] as Principal | undefined) ?? null;
}

/** Resolves the session or API key and holds it against what the route asks for. */
export function authenticate(route: Route, authenticator: Authenticator): RequestHandler {
  if (route.auth === 'webhook') return (_request, _response, next) => next();
  const apiKeysAllowed = takesApiKeys(route);
  return async (request, response, next) => {
    const known = await authenticator.authenticate(request.headers, request.ip);
    const principal = known && route.auth === 'vendor' ? inPanel(known, route) : known;
    const refused = !principal || (principal.kind === 'api_key' && !apiKeysAllowed);
    if (refused) {
      if (route.auth !== 'public') throw platformErrors.unauthorized();
      return next();
    }
    if (principal.missingFactor && !route.withoutFactor?.includes(principal.missingFactor)) {
      if (route.auth === 'public') return next();
      throw principal.missingFactor === 'code'
        ? accessErrors.secondFactorNeeded()
        : accessErrors.secondFactorRequired();
    }
    if (route.permission && !principal.permissions.has(route.permission)) {
      throw platformErrors.forbidden({ permission: route.permission });
    }
    if (route.auth === 'vendor' && !principal.vendorId) throw platformErrors.noActiveVendor();
    if (principal.vendorSuspended && isRefusedWhileSuspended(route)) throw vendorsErrors.suspended();
    if (route.vendorRole && !coversVendorRole(principal.vendorRole, route.vendorRole)) {
      throw platformErrors.vendorRole({ role: route.vendorRole });
    }
    response.locals['principal'] = principal;
    const scope = requestScope();
    if (scope) scope.actor = actorOf(principal).id;
    next();
  };
}

/**
 * An operator who has opened the panel of a vendor reads as its owner would; of every other route they are who they are.
 * @throws AppError FORBIDDEN where the route writes
 */
function inPanel(principal: Principal, route: Route): Principal {
  const { support } = principal;
  if (!support) return principal;
  if (route.method !== 'get') throw vendorsErrors.supportReadsOnly({ vendor: support.displayName });
  return { ...principal, vendorId: support.vendorId, vendorRole: 'owner', vendorSuspended: false };
}

export function actorOf(principal: Principal | null): Actor {
  if (!principal) return { type: 'guest', id: 'nobody' };
  if (principal.kind === 'api_key') return { type: 'api_key', id: principal.id };
  return { type: principal.anonymous ? 'guest' : 'user', id: principal.userId };
}
