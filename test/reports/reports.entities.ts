import type { EntityFactories, EntityWorld, OwnedRow } from '../_support/entity-factory.js';
import { readyExport } from './ready-export.js';

const made = async (container: EntityWorld['container'], vendorId: string | null): Promise<OwnedRow> => ({
  id: await readyExport(container, { vendorId }),
  table: 'reports_exports',
});

export const reportsEntities: EntityFactories = {
  reportExport: ({ container }) => made(container, null),
  vendorReportExport: ({ container, vendor }) => made(container, vendor.vendorId),
};
