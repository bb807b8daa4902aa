import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const shippingErrors = defineErrors({
  missingConfiguration: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'The carrier account lacks {keys}',
    when: 'a shipment needs settings of the carrier account that are not set; `errors` names each',
  },
  providerNotEnabled: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'The shipping provider {providerId} is not enabled for this vendor',
    when: 'a sub-order is fulfilled with a provider that the platform or the vendor does not allow',
  },
  carrierRefused: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The carrier refused the shipment: {reason}',
    when: 'the carrier returns a shipment with a business error',
  },
  carrierUnreachable: {
    code: 'BAD_GATEWAY',
    status: 502,
    message: 'The carrier could not be reached: {reason}; the sub-order is still pending',
    when: 'the carrier gives no usable response after retries',
  },
  couriersRefused: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The carrier refused to list couriers: {reason}',
    when: 'the carrier returns a question about couriers with a business error, an invalid key for instance',
  },
  couriersUnavailable: {
    code: 'BAD_GATEWAY',
    status: 502,
    message:
      'The carrier could not list couriers: {reason}; ask again in a minute, or choose a courier yourself',
    when: 'the carrier is busy or does not respond to a question about couriers in time',
  },
  noPickups: {
    code: 'CONFLICT',
    status: 409,
    message: 'This shipping provider takes no requests of pickups',
    when: 'a pickup is requested of a provider that cannot be asked for one',
  },
  ewayBillChanged: {
    code: 'CONFLICT',
    status: 409,
    message: 'Somebody else has saved this e-way bill meanwhile: load it again',
    when: 'the details of an e-way bill are saved with a `version` that is not the current one',
  },
  returnNotApproved: {
    code: 'CONFLICT',
    status: 409,
    message: 'Only an approved return is collected; this one is {status}',
    when: 'the pickup of a return is requested before it is approved, or after it was received',
  },
  carrierBusy: {
    code: 'BAD_GATEWAY',
    status: 502,
    message: '{reason}',
    when: 'the carrier responds that it cannot create a shipment now; it is tried again',
    recordedOnly: true,
  },
  shipmentCreating: {
    code: 'CONFLICT',
    status: 409,
    message: 'A shipment of this sub-order is being created',
    when: 'a sub-order is fulfilled or cancelled while its shipment is being created',
  },
  piecesLeft: {
    code: 'CONFLICT',
    status: 409,
    message: 'Only {left} pieces of {title} are left to send',
    when: 'a parcel is to have more pieces of a line than were neither sent nor cancelled',
  },
  parcelDelivered: {
    code: 'CONFLICT',
    status: 409,
    message: 'A parcel of this sub-order has arrived: what was sent comes back as a return',
    when: 'a fulfilled sub-order is cancelled after one of its parcels was delivered',
  },
  parcelState: {
    code: 'CONFLICT',
    status: 409,
    message: 'This parcel is {status} and cannot be delivered',
    when: 'a parcel is marked as delivered that was not made, or was cancelled',
  },
  parcelReturning: {
    code: 'CONFLICT',
    status: 409,
    message:
      'The carrier reports that this parcel goes back to its sender: receive its return, or wait until the carrier reports a delivery',
    when: 'a parcel that returns to its sender, or a sub-order of which every parcel does, is marked as delivered',
  },
  cashCollector: {
    code: 'CONFLICT',
    status: 409,
    message:
      'The cash of this sub-order is collected by the account of the {owner}: send every parcel with it',
    when: 'a parcel of a cash order would be collected by another side than an earlier one',
  },
  noLabel: {
    code: 'CONFLICT',
    status: 409,
    message: 'The label of this shipment is not available yet',
    when: 'the label of a shipment is asked for before the carrier has given it',
  },
  noParcel: {
    code: 'CONFLICT',
    status: 409,
    message: 'This shipment has no AWB at a carrier',
    when: 'the label of a shipment is to be fetched that no carrier has, or that has no AWB yet',
  },
  nothingToDecide: {
    code: 'CONFLICT',
    status: 409,
    message: 'This shipment waits for no decision of this kind',
    when: 'a shipment is dismissed that needs no attention, or an AWB is taken over that was not reported for it',
  },
  webhookWithoutBody: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The request has no body',
    when: 'a carrier webhook comes without a body',
  },
  webhookUnreadable: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The request body cannot be read',
    when: 'the body of a carrier webhook is not JSON, or has no AWB or status code',
  },
  webhookSignature: {
    code: 'UNAUTHORIZED',
    status: 401,
    message: 'The signature is not valid',
    when: 'the signature of a carrier webhook does not match its body',
  },
  webhookUnknown: {
    code: 'NOT_FOUND',
    status: 404,
    message: 'Not found',
    when: 'a carrier webhook names a vendor without a secret, or an AWB of no sub-order',
  },
});
