import { boolean, instant, integer, nullable, text, uuid } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const abandonedCartsTables = {
  abandoned_carts_reminders: {
    id: uuid,
    seriesId: uuid,
    userId: uuid,
    step: integer,
    couponCode: nullable(text),
    sentAt: instant,
    openedAt: nullable(instant),
  },
  abandoned_carts_restores: { seriesId: uuid, cartId: uuid, fromCartId: uuid, restoredAt: instant },
  abandoned_carts_series: {
    id: uuid,
    address: nullable(text),
    userId: uuid,
    cartId: uuid,
    startedAt: instant,
    endedAt: nullable(instant),
    endReason: nullable(text),
  },
  abandoned_carts_waiting: {
    cartId: uuid,
    changedAt: instant,
    dueAt: instant,
    step: integer,
    seriesId: nullable(uuid),
  },
  abandoned_carts_watch: { id: boolean, watchedAt: nullable(instant), watchedId: uuid },
};
