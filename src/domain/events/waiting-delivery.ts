export interface DeliveryKey {
  eventId: string;
  subscription: string;
}

export interface WaitingFilter {
  state: 'due' | 'parked';
  subscription?: string | undefined;
  type?: string | undefined;
  entityId?: string | undefined;
  /** Of the event. */
  createdBefore?: Date | undefined;
}

/** Deliveries by their keys, or all that match. */
export type WaitingSelection = { keys: readonly DeliveryKey[] } | { filter: WaitingFilter };
