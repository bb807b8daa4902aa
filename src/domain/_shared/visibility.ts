/** When something is shown: null has no bound. The first instant is in it, the last is not. */
export interface VisibleWindow {
  visibleFrom: Date | null;
  visibleUntil: Date | null;
}

/** Whether a window has an instant in it. */
export function isWindow({ visibleFrom, visibleUntil }: VisibleWindow): boolean {
  return visibleFrom === null || visibleUntil === null || visibleFrom < visibleUntil;
}

export const NO_WINDOW: VisibleWindow = { visibleFrom: null, visibleUntil: null };
