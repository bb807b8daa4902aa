import type { ProductResponse } from '../integrations/merchant.schemas.js';
import type { GoogleStatus } from './merchant-feed.schemas.js';

export const notFoundStatus: GoogleStatus = {
  found: false,
  productName: null,
  productStatus: null,
  issues: [],
  destinationStatuses: [],
};

export function googleStatusOf({ name, productStatus: status }: ProductResponse): GoogleStatus {
  const { googleExpirationDate = null, creationDate = null, lastUpdateDate = null } = status ?? {};
  return {
    found: true,
    productName: name,
    productStatus: status ? { googleExpirationDate, creationDate, lastUpdateDate } : null,
    issues: (status?.itemLevelIssues ?? []).map((issue) => ({
      code: issue.code ?? null,
      attribute: issue.attribute ?? null,
      reportingContext: issue.reportingContext ?? null,
      description: issue.description ?? null,
      detail: issue.detail ?? null,
      severity: issue.severity ?? null,
      documentation: issue.documentation ?? null,
      resolution: issue.resolution ?? null,
    })),
    destinationStatuses: (status?.destinationStatuses ?? []).map((item) => ({
      reportingContext: item.reportingContext,
      approvedCountries: item.approvedCountries ?? [],
      pendingCountries: item.pendingCountries ?? [],
      disapprovedCountries: item.disapprovedCountries ?? [],
    })),
  };
}
