import { createSettingsRepository } from '#db/settings/settings.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createContainer } from '#runtime/container.js';

/**
 * Sets the address of the storefront that `npm start` runs (`SHOP_URL`) and its pages that platforms need not have, so that
 * mails lead there and payments come back; an address that is set stays.
 */
try {
  const config = parseConfig(process.env);
  const url = process.env['SHOP_URL'];
  if (!url || !URL.canParse(url)) throw new Error('SHOP_URL must be the address of the storefront');
  const container = await createContainer(config, { name: 'set-store-url' });
  const repository = createSettingsRepository(container.knex);
  const ctx = systemContext({ name: 'npm-start' }, container.clock.now());
  const before = await container.unitOfWork.run(ctx, async (tx) => {
    await repository.lockRevision(tx);
    const values = await repository.currentValues(tx, null);
    const { storeUrl, canonicalBaseUrl } = storeSettings;
    const present = values.get(storeUrl.key) || values.get(canonicalBaseUrl.key);
    if (!present)
      await repository.write(tx, null, [
        { key: storeUrl.key, value: storeUrl.schema.parse(url) },
        { key: storeSettings.unsubscribePath.key, value: '/unsubscribe' },
        { key: storeSettings.backInStockPath.key, value: '/back-in-stock' },
      ]);
    return present;
  });
  await container.stop();
  console.log(
    before ? `The store already has an address: ${String(before)}` : `The address of the store is ${url}`,
  );
} catch (error) {
  exitWithOneLine(error);
}
