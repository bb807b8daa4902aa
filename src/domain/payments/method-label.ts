const labels: Readonly<Record<string, string>> = {
  cod: 'Cash on delivery',
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  sandbox: 'Pretend payment',
};

/** How a method of payment is called in mails. */
export function methodLabel(method: string): string {
  return labels[method] ?? method;
}
