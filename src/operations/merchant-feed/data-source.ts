import type { RemoteDataSource } from '#db/feeds/connections.repository.js';
import type { DataSourceAnswer } from '#integrations/merchant-feed/merchant.schemas.js';

const inputs = ['API', 'FILE', 'UI'] as const;

/** A data source as it is shown. Kinds of input that no document names are none. */
export function dataSourceOf(source: DataSourceAnswer): RemoteDataSource {
  const { name, dataSourceId, displayName, input, primaryProductDataSource: primary } = source;
  return {
    id: dataSourceId,
    name,
    displayName: displayName ?? '',
    input: inputs.find((one) => one === input) ?? null,
    isPrimary: primary !== undefined,
    contentLanguage: primary?.contentLanguage ?? null,
    feedLabel: primary?.feedLabel ?? null,
  };
}
