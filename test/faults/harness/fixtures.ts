import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import { systemContext } from '#domain/_shared/context.js';
import { ordersSettings } from '#domain/orders/orders.settings.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';
import { type CallLog, createRetryingClient } from './clients/retrying-client.js';
import { watchInbox } from './clients/inbox-watch.js';
import type { Fixtures } from './flow.js';
import type { Disturbances } from './injection/disturbances.js';
import type { Points } from './injection/points.js';
import type { PlatformProcesses } from './processes/platform-processes.js';

/** Short, so that orders run out of time during a run. Less than the form lets anybody set, hence written as a row. */
const PAYMENT_WINDOW_SECONDS = 12;

/** Connects to the platform's processes, starts the application and sets the store up. */
export async function openWorld(
  processes: PlatformProcesses,
  deps: { points: Points; disturbances: Disturbances; log: CallLog },
): Promise<Fixtures> {
  const { points, disturbances, log } = deps;
  const container = await createContainer(parseConfig({ ...processes.env, LOG_LEVEL: 'silent' }), {
    name: 'faults',
  });
  const { settingsRepository, unitOfWork } = container;
  await unitOfWork.run(systemContext({ name: 'faults' }, new Date()), async (tx) => {
    await settingsRepository.lockRevision(tx);
    await settingsRepository.write(tx, null, [
      { key: ordersSettings.paymentWindowMinutes.key, value: PAYMENT_WINDOW_SECONDS / 60 },
      { key: checkoutSettings.defaultTaxLines.key, value: [{ type: 'GST', rate: 18 }] },
    ]);
  });
  await processes.startApplication();
  return {
    api: createRetryingClient(processes.urls.api, log),
    inbox: watchInbox(processes.urls.inbox),
    webhooksUrl: processes.urls.webhooks,
    folder: processes.folder,
    points,
    disturbances,
    container,
  };
}
