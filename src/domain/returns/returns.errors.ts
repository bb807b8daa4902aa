import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const returnsErrors = defineErrors({
  notDelivered: {
    code: 'CONFLICT',
    status: 409,
    message: 'Only a delivered sub-order can be returned; this one is {status}',
    when: 'a return is requested for a sub-order that is not delivered',
  },
  windowClosed: {
    code: 'CONFLICT',
    status: 409,
    message: 'Returns could be requested until {until}',
    when: 'a return is requested more than `returns.window_days` after delivery',
  },
  piecesLeft: {
    code: 'CONFLICT',
    status: 409,
    message: '{left} pieces of the line {lineId} can be returned',
    when: 'more pieces are returned than are neither refunded nor in another return',
  },
  wrongState: {
    code: 'CONFLICT',
    status: 409,
    message: 'This return is {status}: it cannot be {move}',
    when: 'a return is moved that was decided, cancelled or received before',
  },
});
