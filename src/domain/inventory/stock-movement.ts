import type { Actor } from '#domain/_shared/context.js';

/** An entry of the append-only log of a variant's stock. */
export interface StockMovement {
  id: string;
  /** Pieces that came or went. */
  onHandDelta: number;
  /** Pieces held for orders or released. */
  reservedDelta: number;
  reason: string;
  /** Who that is stays out: most are buyers. */
  actorType: Actor['type'];
  createdAt: Date;
}
