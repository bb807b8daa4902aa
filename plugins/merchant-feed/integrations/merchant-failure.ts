import { HttpCallError } from 'haat/plugin';
import { errorResponse, oauthErrorResponse } from './merchant.schemas.js';

/**
 * What a failed call means: `expired` asks for another token, `dead_grant` for another consent; `not_registered`,
 * `no_access` and `account` concern all calls; `throttled`, `day_used_up` and `unavailable` pass; `outdated` says that a newer version
 * is stored; `refused` is about this call alone.
 */
export type MerchantFailureKind =
  | 'expired'
  | 'dead_grant'
  | 'not_registered'
  | 'no_access'
  | 'account'
  | 'throttled'
  | 'day_used_up'
  | 'unavailable'
  | 'not_found'
  | 'already_exists'
  | 'outdated'
  | 'refused';

export interface MerchantFailure {
  kind: MerchantFailureKind;
  message: string;
  /** REASON of the response, where it has one. */
  reason: string | null;
  retryAfterSeconds?: number;
}

/** The remote side states the cause in `REASON`, then in `reason` and `status`; its messages change. */
function causeOf(body: unknown) {
  const parsed = errorResponse.safeParse(body);
  if (!parsed.success) return { message: null, status: null, reasons: [] as string[] };
  const { message = null, status = null, details = [] } = parsed.data.error;
  const reasons = details.flatMap(({ reason, metadata }) =>
    [metadata?.['REASON'], reason].filter((item): item is string => !!item),
  );
  return { message, status, reasons };
}

export function describeMerchantError(body: unknown): string | undefined {
  const oauth = oauthErrorResponse.safeParse(body);
  if (oauth.success) return oauth.data.error_description ?? oauth.data.error;
  return causeOf(body).message ?? undefined;
}

/** @throws the error itself where it does not come from a call */
export function merchantFailure(error: unknown): MerchantFailure {
  if (!(error instanceof HttpCallError)) throw error;
  const { status, body, reason: message, retryAfterSeconds } = error;
  const cause = causeOf(body);
  const kind = kindOf(status, cause, oauthErrorResponse.safeParse(body).data?.error);
  return { kind, message, reason: cause.reasons[0] ?? cause.status, retryAfterSeconds };
}

function kindOf(
  status: number | null,
  { status: code, reasons }: ReturnType<typeof causeOf>,
  oauth: string | undefined,
): MerchantFailureKind {
  const says = (...words: string[]) => reasons.some((item) => words.includes(item));
  if (oauth === 'invalid_grant') return 'dead_grant';
  if (says('GCP_NOT_REGISTERED')) return 'not_registered';
  if (says('PERMISSION_DENIED_ACCOUNTS')) return 'no_access';
  if (says('quota/daily_limit_exceeded')) return 'day_used_up';
  if (says('too_many_items', 'SERVICE_DISABLED', 'DATA_SOURCE_NOT_FOUND')) return 'account';
  if (code === 'ALREADY_EXISTS' || says('ALREADY_REGISTERED')) return 'already_exists';
  if (code === 'ABORTED') return 'outdated';
  if (status === 401) return 'expired';
  if (status === 403) return 'account';
  if (status === 404) return 'not_found';
  if (status === 429) return 'throttled';
  if (status === null || status >= 500) return 'unavailable';
  return 'refused';
}
