import { systemContext } from '#domain/_shared/context.js';
import { bankSettings } from '#domain/payouts/payouts.settings.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';

/** Sets the bank details of every vendor whose slug begins so: `node vendor-banks.js <prefix>`. Prints how many there are. */
const [prefix = ''] = process.argv.slice(2);
const container = await createContainer(parseConfig(process.env), { name: 'bench' });
const { knex, unitOfWork, settingsRepository, keyring, clock } = container;
const vendors = (await knex('vendors').where('slug', 'like', `${prefix}%`).select('id')) as { id: string }[];
const values = {
  [bankSettings.accountHolder.key]: 'Kaveri Textiles LLP',
  [bankSettings.accountNumber.key]: '001122334455',
  [bankSettings.ifsc.key]: 'HDFC0001234',
  [bankSettings.pan.key]: 'AAPFU0939F',
};
const entries = Object.entries(values).map(([key, value]) => ({ key, value: keyring.encrypt(value) }));
await unitOfWork.run(systemContext({ name: 'bench' }, clock.now()), async (tx) => {
  await settingsRepository.lockRevision(tx);
  for (const { id } of vendors) await settingsRepository.write(tx, id, entries);
});
await container.stop();
console.log(JSON.stringify({ vendors: vendors.length }));
