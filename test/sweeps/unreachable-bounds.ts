const chosen = 'names one of the ways to pay, which no made-up text does';

/**
 * Places of bodies (or one of their bounds, `most`) at whose bounds no request of the sweeps can succeed, and why. What the schema says of them is tried
 * all the same, and one that succeeds after all has to leave.
 */
export const unreachableBounds: ReadonlyMap<string, string> = new Map([
  ['POST /me/second-factor/verify body.code', 'is a code of an authenticator app'],
  ['POST /me/second-factor/confirm body.code', 'is a code of an authenticator app'],
  ['POST /store/carts/restore body.token', 'is the token of a mail'],
  [
    'POST /admin/unmatched-money/:unmatchedMoneyId/decide body.lines',
    'names lines of an order, which this money has not',
  ],
  [
    'POST /admin/unmatched-money/:unmatchedMoneyId/decide body.lines.0.quantity',
    'names lines of an order, which this money has not',
  ],
  ['POST /admin/settlements/remittances body.csv most', 'is the file of a courier, which no made-up text is'],
  ['PUT /admin/tax/hsn-rates/import body.csv most', 'is a file of rates, which no made-up text is'],
  [
    'POST /store/carts/:cartId/place-order body.expectedTotal',
    'is the total of the cart, and no other number',
  ],
  ['POST /vendor/orders/documents body.parcelIds', 'stands alone, and for packing slips of own parcels'],
  ['POST /store/carts/:cartId/place-order body.paymentOption', chosen],
  [
    'POST /store/carts/:cartId/place-order body.storeCredit most',
    'is at most what the buyer has and the order costs',
  ],
  ['POST /store/orders/:orderId/payments body.paymentOption', chosen],
  [
    'POST /admin/product-approvals/:productApprovalId/approve body.version most',
    'is the version of the request',
  ],
  [
    'POST /admin/product-approvals/:productApprovalId/reject body.version most',
    'is the version of the request',
  ],
  ['POST /admin/product-approvals/:productApprovalId/reject body.reasons', 'names a field that differs'],
  [
    'POST /admin/product-approvals/:productApprovalId/reject body.reasons.0.field',
    'names a field that differs',
  ],
  [
    'POST /admin/product-approvals/:productApprovalId/reject body.reasons.0.reason',
    'names a field that differs',
  ],
  ['PATCH /vendor/shipping/config body.enabledProviders', 'names providers, of which there are fewer'],
  ['PATCH /vendor/shipping/config body.enabledProviders.0', 'names a provider'],
  [
    'PATCH /admin/vendors/:vendorId/shipping/config body.enabledProviders',
    'names providers, of which there are fewer',
  ],
  ['PATCH /admin/vendors/:vendorId/shipping/config body.enabledProviders.0', 'names a provider'],
  ['PATCH /me body.locale', 'names a language that the store offers'],
  ...(
    [
      'POST /admin/search/rules body',
      'PUT /admin/search/rules/:id body',
      'POST /admin/search/rules/preview body.rule',
    ] as const
  ).flatMap((body) => [
    [`${body}.pins`, 'names as many products, of which there are fewer'] as const,
    [`${body}.buried`, 'names as many products, of which there are fewer'] as const,
    [`${body}.boosts`, 'names as many brands, of which there are fewer'] as const,
  ]),
]);
