import { databaseError } from '#db/kernel/database-error.js';
import { vendorsErrors } from '#domain/vendors/vendors.errors.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { accountsErrors } from '#domain/accounts/accounts.errors.js';
import { AppError } from '#domain/_shared/app-error.js';
import { definitionOf, type ErrorFactory } from '#domain/_shared/error-catalogue.js';
import { platformErrors as general } from '#domain/_shared/platform.errors.js';
import { isEntityParam, isRefusedWhileSuspended, type Route } from './route.js';

/** Every error an operation may return: its own and those that its declaration brings with it. */
export function errorsOf(route: Route): ErrorFactory[] {
  const implied: ErrorFactory[] = [
    general.internal,
    general.database,
    general.databaseUnavailable,
    general.tooBusy,
    general.storageUnavailable,
    general.diskFull,
  ];
  if (route.auth !== 'public' && route.auth !== 'webhook')
    implied.push(general.unauthorized, accessErrors.secondFactorNeeded, accessErrors.secondFactorRequired);
  if (route.permission) implied.push(general.forbidden);
  if (route.act) implied.push(accessErrors.freshSessionNeeded);
  if (route.act === 'money') implied.push(accessErrors.moneyActsExhausted);
  // A session in a cookie may be misused by a page of another site, whatever the operation.
  if (route.method !== 'get' && route.auth !== 'webhook') implied.push(accountsErrors.crossSite);
  if (route.auth === 'vendor') implied.push(general.noActiveVendor);
  if (route.auth === 'vendor' && route.method !== 'get') implied.push(vendorsErrors.supportReadsOnly);
  if (isRefusedWhileSuspended(route)) implied.push(vendorsErrors.suspended);
  if (route.vendorRole && route.vendorRole !== 'member') implied.push(general.vendorRole);
  if (Object.keys(route.params).length > 0) implied.push(general.notFound);
  const hasSchemaParam = Object.values(route.params).some((param) => !isEntityParam(param));
  if (route.query || route.body || hasSchemaParam || route.idempotent) implied.push(general.validation);
  // What a body names may go between the look at it and the write.
  if (route.body && route.method !== 'get') implied.push(general.foreignKeyViolation);
  if (route.body || route.bodyKind) {
    implied.push(general.malformedJson, general.incompleteBody);
    implied.push(general.payloadTooLarge, general.unsupportedMediaType);
  } else if (route.method !== 'get') implied.push(general.malformedJson, general.payloadTooLarge);
  if (route.idempotent) implied.push(general.idempotencyMismatch, general.idempotencyInProgress);
  if (route.ifMatch) implied.push(general.preconditionFailed);
  // What asks the engine for something may hear from it too late.
  if (route.method !== 'get' && route.errors?.includes(general.engineUnavailable))
    implied.push(general.engineUnclear);
  implied.push(general.rateLimited);
  return [...implied, ...(route.errors ?? [])];
}

/**
 * What is wrong when an operation fails with an error that it does not declare; undefined for one that it does, and for
 * what is no response of ours. An error that no catalogue made counts as declared where status and code are.
 */
export function undeclaredError(route: Route, thrown: unknown): Error | undefined {
  const error = thrown instanceof AppError ? thrown : databaseError(thrown);
  if (!error) return undefined;
  const made = definitionOf(error);
  const declared = errorsOf(route).some(({ definition }) =>
    made ? definition === made : definition.status === error.status && definition.code === error.code,
  );
  if (declared) return undefined;
  const where = `${route.method.toUpperCase()} ${route.path}`;
  const what = `${error.status} ${error.code} "${error.message}"`;
  return new Error(`${where} fails with an error that it does not declare: ${what}`, { cause: thrown });
}
