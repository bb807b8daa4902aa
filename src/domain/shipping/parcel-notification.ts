import type { NormalizedStatus } from './carrier-status.js';

/** What the buyer of a parcel is notified of, each at most once. */
export const notificationKinds = ['shipped', 'out_for_delivery', 'delivered', 'failed'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Which notification a parcel's status brings, if any. */
export function notificationOf(status: NormalizedStatus): NotificationKind | undefined {
  return status === 'out_for_delivery' || status === 'delivered' || status === 'failed' ? status : undefined;
}

const words: Readonly<Record<NotificationKind, { title: string; body: (carrier: string) => string }>> = {
  shipped: { title: 'Your parcel is on its way', body: (carrier) => `${carrier} carries it to you.` },
  out_for_delivery: {
    title: 'Your parcel arrives today',
    body: (carrier) => `${carrier} is out for delivery.`,
  },
  delivered: { title: 'Your parcel was delivered', body: (carrier) => `${carrier} delivered it.` },
  failed: { title: 'The delivery failed', body: (carrier) => `${carrier} could not deliver your parcel.` },
};

/** The words of a notification. */
export function parcelNotification(
  kind: NotificationKind,
  { orderNumber, carrier }: { orderNumber: string; carrier: string },
): { title: string; body: string } {
  const { title, body } = words[kind];
  return { title, body: `Order ${orderNumber}: ${body(carrier)}` };
}
