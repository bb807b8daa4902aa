/** The state of a product in one word: `private` is hidden from shoppers. */
export function saleState({ status, visibility }: { status: string; visibility: string }): string {
  if (status !== 'active') return status;
  return visibility === 'public' ? 'on sale' : 'private';
}
