import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { isLockTimeout } from '#db/kernel/database-error.js';
import { isRetriedError, type Tx } from '#db/kernel/unit-of-work.js';
import { AppError } from '#domain/_shared/app-error.js';
import type { Context } from '#domain/_shared/context.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import type { Metrics } from '#lib/metrics.js';

/** What is about to be ordered. Amounts in subunits of `currency`. */
export interface OrderAboutToBePlaced {
  readonly cartId: string;
  readonly userId: string;
  readonly guest: boolean;
  readonly paymentOption: string;
  readonly currency: string;
  /** What the buyer pays, everything included. */
  readonly grandTotal: number;
  readonly lines: readonly {
    readonly variantId: string;
    readonly vendorId: string;
    readonly quantity: number;
    readonly unitPrice: number;
  }[];
}

export interface OrderJustPlaced extends OrderAboutToBePlaced {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: string;
}

/** A hook runs inside the transaction of the act. It makes no outside call: what takes time is an event. */
export interface HookCall<Act> {
  readonly tx: Tx;
  readonly ctx: Context;
  readonly act: Act;
  /** Aborts when the time of the hooks is over. */
  readonly signal: AbortSignal;
  /** Ends the act with 409 and this sentence for the buyer. */
  refuse(reason: string): never;
}

export interface PlaceOrderHooks {
  /** After the cart was quoted again and found placeable, before anything is written. */
  beforePlaceOrder?(call: HookCall<OrderAboutToBePlaced>): Promise<void>;
  /** When the order is written, its stock and coupons held; an error undoes all of it. */
  afterPlaceOrder?(call: HookCall<OrderJustPlaced>): Promise<void>;
}

export interface PluginHooks {
  plugin: string;
  hooks: PlaceOrderHooks;
}

/** For all hooks of one act together, in milliseconds. */
const HOOK_BUDGET_MS = 1_000;

type Phase = 'beforePlaceOrder' | 'afterPlaceOrder';

/** The hooks of one placement, which share the budget. */
export interface PlacementHooks {
  /** Whether a plugin wants to be called when all is held. */
  readonly waitsForEnd: boolean;
  before(tx: Tx, ctx: Context, act: OrderAboutToBePlaced): Promise<void>;
  after(tx: Tx, ctx: Context, act: OrderJustPlaced): Promise<void>;
}

const setTimeoutSql = `select set_config('statement_timeout', ?, true)`;

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** Calls one hook and gives up when its time is over, whatever it is doing. */
async function callInTime<Act>(
  hook: (call: HookCall<Act>) => Promise<void>,
  call: Omit<HookCall<Act>, 'signal' | 'refuse'>,
  ms: number,
): Promise<void> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(new Error(`the hooks took longer than ${HOOK_BUDGET_MS} ms`));
    }, ms);
  });
  const refuse = (reason: string): never => {
    throw pluginsErrors.refused({ reason });
  };
  const running = Promise.resolve().then(() => hook({ ...call, signal: controller.signal, refuse }));
  running.catch(() => undefined);
  try {
    await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The hooks of all plugins around the placement of an order. They have a second in all, which the database holds
 * statements to as well; without hooks there is no statement for them.
 */
export function createPlaceOrderHooks(all: readonly PluginHooks[], metrics: Pick<Metrics, 'plugins'>) {
  async function run<Act>(
    phase: Phase,
    budget: { left: number },
    { tx, ctx, act }: { tx: Tx; ctx: Context; act: Act },
  ): Promise<void> {
    const wanted = all.filter(({ hooks }) => hooks[phase]);
    if (wanted.length === 0) return;
    const rows = await query(tx, { previous: text })(
      `select current_setting('statement_timeout') as previous`,
    );
    const call = { tx, ctx, act: frozen(act) };
    for (const { plugin, hooks } of wanted) {
      const began = performance.now();
      const hook = hooks[phase] as (call: HookCall<Act>) => Promise<void>;
      const count = (outcome: string) => metrics.plugins.hooks.inc({ plugin, hook: phase, outcome });
      try {
        const left = Math.max(1, Math.floor(budget.left));
        await tx.raw(setTimeoutSql, [`${left}`]);
        await callInTime(hook.bind(hooks), call, left);
        count('done');
      } catch (error) {
        // A deadlock is tried again as a whole, like one of our own statements; a lock is nothing that the hook decides.
        if (isRetriedError(error) || isLockTimeout(error)) throw error;
        const refused = error instanceof AppError && error.status < 500;
        count(refused ? 'refused' : 'failed');
        throw refused ? error : pluginsErrors.hookFailed({ plugin }, { cause: error });
      } finally {
        budget.left -= performance.now() - began;
      }
    }
    await tx.raw(setTimeoutSql, [rows[0]?.previous ?? '0']);
  }

  /** Begins the budget of one placement. */
  return function beginPlacement(): PlacementHooks {
    const budget = { left: HOOK_BUDGET_MS };
    return {
      waitsForEnd: all.some(({ hooks }) => hooks.afterPlaceOrder),
      before: (tx, ctx, act) => run('beforePlaceOrder', budget, { tx, ctx, act }),
      after: (tx, ctx, act) => run('afterPlaceOrder', budget, { tx, ctx, act }),
    };
  };
}

export type BeginPlacement = ReturnType<typeof createPlaceOrderHooks>;
