import type { RemoteDataSource } from 'haat/plugin';
import type { DataSourceResponse } from '../integrations/merchant.schemas.js';

const inputs = ['API', 'FILE', 'UI'] as const;

/** A data source as it is shown. Undocumented kinds of input are null. */
export function dataSourceOf(source: DataSourceResponse): RemoteDataSource {
  const { name, dataSourceId, displayName, input, primaryProductDataSource: primary } = source;
  return {
    id: dataSourceId,
    name,
    displayName: displayName ?? '',
    input: inputs.find((item) => item === input) ?? null,
    isPrimary: primary !== undefined,
    contentLanguage: primary?.contentLanguage ?? null,
    feedLabel: primary?.feedLabel ?? null,
  };
}
