/** The texts of the aggregator's error table. */
const messages: Readonly<Record<number, string>> = {
  102: 'Order placement is in progress',
  200: 'Order Placed Successfully',
  202: 'Order accepted for processing',
  301: 'Invalid API key',
  302: 'Invalid courier partner id',
  306: 'User is not registered',
  307: 'Invalid order type',
  308: 'Invalid priority',
  309: 'Invalid delivery type',
  310: 'RVP reason is missing',
  311: 'RVP is not supported by the courier',
  312: 'Items are missing',
  313: 'Invalid format of items',
  314: 'Invalid format of the order',
  315: 'COD value does not agree with the order type',
  316: 'Courier credentials are missing',
  319: "{'error': 'Pincode is not serviceable'}",
  320: 'Not subscribed to the courier',
  322: 'Courier server error, please retry',
  323: 'Order already placed',
  324: 'Bad courier credentials',
  350: 'The courier refused the cancellation',
  351: 'No account found',
  352: 'Several accounts found',
  353: 'The account is inactive',
  354: 'Unhandled courier error',
  355: 'Invalid vendor code',
  400: 'Bad request',
  422: 'Invalid entity',
  429: 'Too many requests',
  600: 'Order is already cancelled',
};

/** 102 and 323 say `success: false` although the order lives. */
const successful = new Set([200, 202, 600]);

export interface CarrierResponse {
  meta: { message: string; status: number; success: boolean };
  [key: string]: unknown;
}

/** A response in the aggregator's envelope. */
export function carrierResponse(
  status: number,
  more: Record<string, unknown> = {},
  message?: string,
): CarrierResponse {
  const text = message ?? messages[status] ?? 'Unknown error';
  return { meta: { message: text, status, success: successful.has(status) }, ...more };
}
