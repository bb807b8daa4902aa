/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const productImportsOpenFlows: Readonly<Record<string, string>> = {
  'product-imports-run': `select id from product_imports where status in ('pending', 'running')`,
};
