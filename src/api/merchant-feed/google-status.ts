import type { ProductAnswer } from '#integrations/merchant-feed/merchant.schemas.js';
import type { GoogleStatus } from './merchant-feed.schemas.js';

export const notFoundStatus: GoogleStatus = {
  ...{ found: false, productName: null, productStatus: null },
  ...{ issues: [], destinationStatuses: [] },
};

export function googleStatusOf({ name, productStatus: status }: ProductAnswer): GoogleStatus {
  const { googleExpirationDate = null, creationDate = null, lastUpdateDate = null } = status ?? {};
  return {
    found: true,
    productName: name,
    productStatus: status ? { googleExpirationDate, creationDate, lastUpdateDate } : null,
    issues: (status?.itemLevelIssues ?? []).map((issue) => ({
      ...{ code: issue.code ?? null, attribute: issue.attribute ?? null },
      ...{ reportingContext: issue.reportingContext ?? null, description: issue.description ?? null },
      ...{ detail: issue.detail ?? null, severity: issue.severity ?? null },
      ...{ documentation: issue.documentation ?? null, resolution: issue.resolution ?? null },
    })),
    destinationStatuses: (status?.destinationStatuses ?? []).map((one) => ({
      reportingContext: one.reportingContext,
      approvedCountries: one.approvedCountries ?? [],
      pendingCountries: one.pendingCountries ?? [],
      disapprovedCountries: one.disapprovedCountries ?? [],
    })),
  };
}
