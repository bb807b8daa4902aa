/** Whether a tax line of an order is goods and services tax, however it is spelled. */
export function isGst(type: string): boolean {
  return type.trim().toUpperCase() === 'GST';
}
