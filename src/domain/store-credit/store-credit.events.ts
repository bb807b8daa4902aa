import { defineEvent } from '#domain/_shared/event.js';
import type { CreditMovementKind } from './credit-movement.js';

export const storeCreditEvents = {
  moved: defineEvent<{
    movementId: string;
    userId: string;
    kind: CreditMovementKind;
    amount: number;
    balance: number;
    currency: string;
    orderId: string | null;
  }>('store_credit.moved', 'user', 'The store credit of a buyer changed'),
};
