import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const productImportsEntities: EntityFactories = {
  productImport: ({ container, vendor }) =>
    insertedRow(container, 'product_imports', {
      vendorId: vendor.vendorId,
      fileKey: 'imports/none.csv',
      fileName: 'none.csv',
      fileSize: 0,
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    }),
};
