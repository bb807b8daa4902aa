import { HttpCallError } from 'haat/plugin';
import { socialErrorResponse } from './social.schemas.js';

/**
 * What a failed call means: `dead_token` asks for another consent; `no_permission` and `policy` concern all calls;
 * `throttled` and `unavailable` pass; `refused` is about this call alone.
 */
export type SocialFailureKind =
  | 'dead_token'
  | 'no_permission'
  | 'policy'
  | 'throttled'
  | 'unavailable'
  | 'refused';

export interface SocialFailure {
  kind: SocialFailureKind;
  message: string;
  code: number | null;
}

const DEAD_TOKEN = new Set([190, 102]);
const TRANSIENT = new Set([1, 2]);
const THROTTLED = new Set([4, 17, 32, 341, 613]);
const POLICY = 368;

export function describeSocialError(body: unknown): string | undefined {
  const { error } = socialErrorResponse.safeParse(body).data ?? {};
  return error?.error_user_msg ?? error?.message;
}

/** The service states the cause in `error.code`; the HTTP status differs. @throws the error where it does not come from a call */
export function socialFailure(error: unknown): SocialFailure {
  if (!(error instanceof HttpCallError)) throw error;
  const { error: said } = socialErrorResponse.safeParse(error.body).data ?? {};
  const code = said?.code ?? null;
  return { kind: kindOf(code, error.status, said?.is_transient ?? false), message: error.reason, code };
}

function kindOf(code: number | null, status: number | null, transient: boolean): SocialFailureKind {
  if (code !== null) {
    if (DEAD_TOKEN.has(code)) return 'dead_token';
    if (THROTTLED.has(code) || (code >= 80_000 && code < 90_000)) return 'throttled';
    if (code === 10 || (code >= 200 && code <= 299)) return 'no_permission';
    if (code === POLICY) return 'policy';
    if (transient || (TRANSIENT.has(code) && (status ?? 500) >= 500)) return 'unavailable';
    return 'refused';
  }
  if (status === 401) return 'dead_token';
  if (status === 403) return 'no_permission';
  if (status === 429) return 'throttled';
  return status === null || status >= 500 ? 'unavailable' : 'refused';
}
