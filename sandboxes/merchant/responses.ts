import type { Response } from 'express';

const GRPC: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
};

/** A refusal in the form of the service, the cause in `REASON`. */
export function refuse(
  res: Response,
  code: number,
  message: string,
  options: { reason?: string; status?: string; metadata?: Record<string, string> } = {},
): void {
  const { reason, status = GRPC[code] ?? 'UNKNOWN', metadata = {} } = options;
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'invalid',
    domain: 'merchantapi.googleapis.com',
    metadata: { ...(reason ? { REASON: reason } : {}), ...metadata },
  };
  res.status(code).json({ error: { code, message, status, details: reason ? [info] : [] } });
}
