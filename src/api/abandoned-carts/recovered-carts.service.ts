import { readRecoveredSteps, type RecoveredStep } from '#db/abandoned-carts/recovered-carts.query.js';
import type { Context } from '#domain/_shared/context.js';
import { abandonedCartsSettings } from '#domain/abandoned-carts/abandoned-carts.settings.js';
import type { ReminderState } from '#domain/abandoned-carts/reminder-steps.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { readReminderTopic } from '#operations/abandoned-carts/reminder-topic.js';
import type { Platform } from '#operations/platform.js';

const DAY_MS = 86_400_000;

export interface RecoveredCarts {
  /** At this moment. */
  state: ReminderState;
  /** Hours after the last change of a cart, of each step as it is set at this moment. */
  reminderHours: number[];
  /** Reminders of so many days, until now. */
  days: number;
  /** ISO 4217. */
  currency: string;
  /** Days after a reminder within which an order counts. */
  orderDays: number;
  sent: number;
  opened: number;
  orders: number;
  revenue: number;
  steps: RecoveredStep[];
}

/** What reminders of carts brought. */
export function createRecoveredCartsService(deps: Pick<Platform, 'knex' | 'settings'>) {
  const { knex, settings } = deps;
  return {
    async read(ctx: Context, days: number): Promise<RecoveredCarts> {
      const window = { from: new Date(ctx.now.getTime() - days * DAY_MS), to: ctx.now };
      const orderDays = settings.get(abandonedCartsSettings.recoveredDays);
      const steps = await readRecoveredSteps(knex, { ...window, days: orderDays });
      const total = (field: 'sent' | 'opened' | 'orders' | 'revenue') =>
        steps.reduce((sum, step) => sum + step[field], 0);
      const { state } = await readReminderTopic(deps);
      const reminderHours = settings.get(abandonedCartsSettings.steps).map(({ hours }) => hours);
      return {
        state,
        reminderHours,
        days,
        orderDays,
        steps,
        currency: settings.get(storeSettings.currency),
        sent: total('sent'),
        opened: total('opened'),
        orders: total('orders'),
        revenue: total('revenue'),
      };
    },
  };
}
