/** An option of a product with its values. */
export interface MatrixOption {
  id: string;
  name: string;
  sortOrder: number;
  values: { id: string; value: string; sortOrder: number }[];
}

/** Names and values of options are the same whatever their case. */
export function foldOption(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
