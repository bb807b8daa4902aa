import {
  type Columns,
  instant,
  integer,
  nullable,
  type RowOf,
  text,
  textOf,
  texts,
  uuid,
} from '#domain/_shared/columns.js';

export const endpointStates = ['enabled', 'disabled'] as const;
export type EndpointState = (typeof endpointStates)[number];

/** Who disabled it: a person, five days without success, or the receiver by 410. */
export const disabledReasons = ['manual', 'failures', 'gone'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A webhook endpoint without its secrets. `vendorId` is null for one of the platform. */
export const endpointColumns = {
  id: uuid,
  vendorId: nullable(uuid),
  url: text,
  description: nullable(text),
  events: texts,
  contactEmail: text,
  state: textOf<EndpointState>(),
  disabledReason: nullable(textOf<DisabledReason>()),
  disabledAt: nullable(instant),
  failures: integer,
  failingSince: nullable(instant),
  lastSuccessAt: nullable(instant),
  lastFailureAt: nullable(instant),
  lastError: nullable(text),
  droppedEvents: integer,
  previousSecretUntil: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;

export type Endpoint = RowOf<typeof endpointColumns>;

/** Whose endpoints: those of one vendor, or with null those of the platform. */
export interface EndpointOwner {
  vendorId: string | null;
}

/** An endpoint as it is shown: its headers with masks, how many deliveries wait until it is enabled, and since when the oldest due one waits. */
export interface EndpointView extends Endpoint {
  headers: Record<string, string>;
  held: number;
  oldestDueAt: Date | null;
}

/** Endpoints of the platform, and of each vendor. */
export const MAX_PLATFORM_ENDPOINTS = 20;
export const MAX_VENDOR_ENDPOINTS = 5;
/** Headers that an endpoint may add to its requests. */
export const MAX_HEADERS = 10;
/** For how long a replaced secret signs beside the new one. */
export const ROTATION_MS = 24 * 3_600_000;

/** Without success for so long, and after so many failures, an endpoint is disabled. */
export const FAILING_MS = 5 * 24 * 3_600_000;
export const FAILURES_TO_DISABLE = 20;

/** Whether failures in a row disable the endpoint. @param failures including the one just recorded */
export function isToBeDisabled(
  { failures, failingSince }: { failures: number; failingSince: Date | null },
  now: Date,
): boolean {
  if (failingSince === null || failures < FAILURES_TO_DISABLE) return false;
  return now.getTime() - failingSince.getTime() >= FAILING_MS;
}

/** What happens to a disabled endpoint's events: kept as `held` for three days, and never more than so many. */
export const HELD_MS = 3 * 24 * 3_600_000;
export const MAX_HELD = 10_000;
