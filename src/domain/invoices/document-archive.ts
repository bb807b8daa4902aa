/** Invoices and credit notes that one ZIP holds. */
export const MAX_ARCHIVED_DOCUMENTS = 20_000;
