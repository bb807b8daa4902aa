import { platformErrors } from '#domain/_shared/platform.errors.js';
import { isWindow, type VisibleWindow } from '#domain/_shared/visibility.js';
import { instantInputSchema, instantSchema, iso } from './values.js';

const dateSchema = instantInputSchema.transform((text) => new Date(text));

/** `from` and `until` of what storefronts show for a time, as an operation takes them. */
export const windowInput = {
  from: dateSchema.nullable().optional().meta({
    description: 'Shown from this instant on; null for at once',
    example: '2026-11-21T09:30:00.000Z',
  }),
  until: dateSchema.nullable().optional().meta({
    description: 'Not shown from this instant on; null for no end',
    example: '2026-12-31T18:30:00.000Z',
  }),
};

/** The same as an operation returns them. */
export const windowOutput = { from: instantSchema.nullable(), until: instantSchema.nullable() };

export function windowResponse({ visibleFrom, visibleUntil }: VisibleWindow) {
  return { from: iso(visibleFrom), until: iso(visibleUntil) };
}

/** A body with the names of the columns. */
export function withWindow<T extends { from?: Date | null; until?: Date | null }>({
  from,
  until,
  ...rest
}: T): Omit<T, 'from' | 'until'> & Partial<VisibleWindow> {
  return {
    ...rest,
    ...(from === undefined ? {} : { visibleFrom: from }),
    ...(until === undefined ? {} : { visibleUntil: until }),
  };
}

/** @throws AppError VALIDATION_ERROR for an end before the beginning */
export function assertWindow(
  current: VisibleWindow,
  { visibleFrom = current.visibleFrom, visibleUntil = current.visibleUntil }: Partial<VisibleWindow>,
): void {
  if (isWindow({ visibleFrom, visibleUntil })) return;
  const message = 'must be after `from`';
  throw platformErrors.validation({}, { errors: [{ path: 'body.until', message, code: 'invalid_value' }] });
}
