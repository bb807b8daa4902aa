import type { Response } from 'express';

/** A refusal in the form of the Graph API: clients decide on `code`. */
export function refuse(res: Response, status: number, code: number, message: string, subcode?: number): void {
  const error = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode ? { error_subcode: subcode } : {}),
    fbtrace_id: 'sandbox',
  };
  res.status(status).json({ error });
}
