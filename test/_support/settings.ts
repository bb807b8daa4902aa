import { systemContext } from '#domain/_shared/context.js';
import type { Container } from '#runtime/container.js';

/** Writes shared settings by their full keys, `admin.ledger.withhold_taxes`, and waits until this process reads them. */
export async function setSettings(
  { settingsRepository, settings, unitOfWork }: Container,
  values: Record<string, unknown>,
): Promise<void> {
  const entries = Object.entries(values).map(([key, value]) => ({ key, value }));
  await unitOfWork.run(systemContext({ name: 'test' }, new Date()), async (tx) => {
    await settingsRepository.lockRevision(tx);
    await settingsRepository.write(tx, null, entries);
  });
  await settings.refresh();
}
