/** A refusal in the gateway's own error shape. */
export class GatewayError extends Error {
  constructor(
    readonly status: number,
    readonly description: string,
    readonly details: { code?: string; field?: string; reason?: string } = {},
  ) {
    super(description);
    this.name = 'GatewayError';
  }

  get body() {
    return {
      error: {
        code: this.details.code ?? 'BAD_REQUEST_ERROR',
        description: this.description,
        source: 'business',
        step: 'payment_initiation',
        reason: this.details.reason ?? 'input_validation_failed',
        metadata: {},
        ...(this.details.field ? { field: this.details.field } : {}),
      },
    };
  }
}

export function notFound(kind: string): GatewayError {
  return new GatewayError(400, `The ${kind} id provided does not exist`);
}

export function serverError(): GatewayError {
  return new GatewayError(500, 'We are facing some trouble completing your request at the moment', {
    code: 'SERVER_ERROR',
    reason: 'server_error',
  });
}

export function tooManyRequests(): GatewayError {
  return new GatewayError(429, 'Request failed. Please try after some time', {
    reason: 'rate_limit_exceeded',
  });
}
